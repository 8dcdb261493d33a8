#if os(Linux)
  import Foundation

  /// What of the tester's code ran since a moment.
  package enum RanSince {
    /// Folders of the libraries of this package, whose code is not the tester's.
    private static let ownFolders = [
      "Expectations", "Exploration", "Leftovers", "RunCoverage", "ThreadInspection", "XCTestCompatibility",
    ].map {
      URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().path + "/\($0)/"
    }
    /// Longer files are generated.
    private static let longestSource = 1 << 20

    /// Says in a few lines what ran and what did not. The calling thread waits for programs of the toolchain, but not
    /// longer than the limit.
    ///
    /// - Parameters:
    ///   - snapshot: The counters when the test began to use the library. No other test ran since: counters do not tell
    ///     for whom code ran.
    ///   - createdAt: The line that created the expectation.
    ///   - waitAt: The line of its wait.
    package static func lines(
      _ snapshot: CountersSnapshot, createdAt: (file: String, line: Int), waitAt: (file: String, line: Int),
      limit: Duration = .seconds(10)
    ) -> [String] {
      do {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("coverage-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        let tools = CoverageTools(limit: limit, folder: folder)
        let image = try tools.image()
        // Folders of the build: `.build`, or where `<scratch path>/<triple>/debug/<image>` is.
        let scratch = URL(fileURLWithPath: "\(image)/../../../checkouts").standardized.path
        let others = (ownFolders + [scratch + "/"]).map(NSRegularExpression.escapedPattern) + ["/\\.build/"]
        let export = try tools.export(since: snapshot, ignoring: "(" + others.joined(separator: "|") + ")")
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
      // Those of the file, if it is a link.
      let path = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
      return (try? FileManager.default.attributesOfItem(atPath: path)) ?? [:]
    }
  }
#endif
