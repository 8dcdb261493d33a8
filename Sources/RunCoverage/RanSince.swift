import Foundation

/// What of the tester's code ran since a moment.
package enum RanSince {
  /// A line of the tester's code.
  package typealias Place = (file: String, line: Int)

  /// Folders of the libraries of this package, whose code is not the tester's.
  private static let ownFolders = ["Expectations", "Exploration", "ThreadInspection", "RunCoverage"].map {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().path + "/\($0)/"
  }
  /// Longer files are generated.
  private static let longestSource = 1 << 20

  /// Says in a few lines what ran and what did not. The calling thread waits for programs of the toolchain, but not
  /// longer than the limit.
  ///
  /// - Parameters:
  ///   - snapshot: The counters when the expectation was created.
  ///   - test: The test to run alone, as `swift test --filter` takes it.
  ///   - isAlone: Whether no other test ran meanwhile. Counters do not tell who ran the code.
  package static func lines(
    _ snapshot: CountersSnapshot, createdAt: Place, waitAt: Place, test: String?, isAlone: Bool,
    limit: Duration = .seconds(10)
  ) -> [String] {
    guard isAlone else {
      return ["to see what ran: swift test --enable-code-coverage --filter " + (test ?? "<this test alone>")]
    }
    do {
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent("coverage-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
      defer { try? FileManager.default.removeItem(at: folder) }
      let tools = CoverageTools(limit: limit, folder: folder)
      let ignored = (ownFolders.map(NSRegularExpression.escapedPattern) + ["/checkouts/", "/\\.build/", "\\.derived/"])
      let export = try tools.export(since: snapshot, ignoring: "(" + ignored.joined(separator: "|") + ")")
      let image = try tools.image()
      let files = try CoverageExport.files(export, alsoWith: [createdAt.file, waitAt.file]) { path in
        source(path, notNewerThan: image)
      }
      return RunText(files: files, createdAt: createdAt, waitAt: waitAt).lines
    } catch {
      return ["what ran is not known: " + ((error as? Unknown)?.reason ?? "\(error)")]
    }
  }

  /// The text of a source file; empty when there is none, or it has changed since the tests were built.
  private static func source(_ path: String, notNewerThan image: String) -> String {
    let (file, image) = (attributes(path), attributes(image))
    guard let size = file[.size] as? Int, size <= longestSource, file[.type] as? FileAttributeType == .typeRegular,
      let changed = file[.modificationDate] as? Date, let built = image[.modificationDate] as? Date, changed <= built
    else { return "" }
    return (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
  }

  private static func attributes(_ path: String) -> [FileAttributeKey: Any] {
    (try? FileManager.default.attributesOfItem(atPath: path)) ?? [:]
  }
}

/// The format of `llvm-cov export`.
enum CoverageExport {
  /// The files in which something ran, and the given ones.
  static func files(
    _ export: [String: Any], alsoWith paths: [String], source: (String) -> String
  ) throws(Unknown) -> [CoveredFile] {
    guard let data = (export["data"] as? [[String: Any]])?.first, let files = data["files"] as? [[String: Any]],
      let all = data["functions"] as? [[String: Any]]
    else { throw Unknown(reason: "the output of llvm-cov has a format that is not known") }
    let functions = Dictionary(grouping: all) { ($0["filenames"] as? [String])?.first ?? "" }
    return files.compactMap { file in
      guard let path = file["filename"] as? String, let functions = functions[path],
        paths.contains(path) || functions.contains(where: { $0["count"] as? Int != 0 })
      else { return nil }
      return CoveredFile(
        path: path, source: source(path), segments: (file["segments"] as? [[Any]] ?? []).compactMap(segment),
        functions: functions.compactMap(function))
    }
  }

  /// Its first region is all of it: `[line, column, line, column, count, …]`.
  private static func function(_ function: [String: Any]) -> CoveredFile.Function? {
    guard let name = function["name"] as? String, let region = (function["regions"] as? [[Int]])?.first,
      region.count > 4
    else { return nil }
    let start = CoveredFile.Position(line: region[0], column: region[1])
    let end = CoveredFile.Position(line: region[2], column: region[3])
    // Mangled, `fU_` is the first closure in a function, and `fU0_` the second.
    return .init(range: start..<max(start, end), count: region[4], isClosure: name.contains(/fU\d*_$/))
  }

  /// `[line, column, count, has a count, …]`
  private static func segment(_ segment: [Any]) -> CoveredFile.Segment? {
    guard segment.count > 3, let line = segment[0] as? Int, let column = segment[1] as? Int,
      let count = segment[2] as? Int, let hasCount = segment[3] as? Bool
    else { return nil }
    // A function that began before may have left more often than it began, which becomes a huge count.
    return .init(start: .init(line: line, column: column), count: hasCount && count < Int.max / 2 ? count : nil)
  }
}
