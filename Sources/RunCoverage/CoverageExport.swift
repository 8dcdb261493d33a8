/// The format of `llvm-cov export`.
///
/// Assumption: it has for each file its segments, and for each function its regions, of which the first is all of it.
/// Check: by `EndToEndTests`; at run time, what has another form is left out.
/// If false: a failed wait says that what ran is not known, or less of it.
/// Remove when: the format is documented.
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
    // Assumption: the mangled name of the first closure in a function ends with `fU_`, of the second with `fU0_`.
    // Check: by `EndToEndTests`.
    // If false: closures that were not called are not mentioned, and others are named like the function around them.
    // Remove when: `llvm-cov` tells functions from closures.
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
