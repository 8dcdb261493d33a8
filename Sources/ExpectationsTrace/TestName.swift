/// A test as `swift test list` prints it: `AppTests.DocumentTests/savesTheDocument()`.
struct TestName: Equatable, Sendable {
  var listed: String

  /// Tests of XCTest are listed without parentheses.
  var isOfXCTest: Bool { !listed.contains("(") }

  /// The name as people write it: `AppTests.DocumentTests.savesTheDocument`.
  var plain: String { Self.plain(listed) }

  /// The name of its function: `savesTheDocument`.
  var function: String { plain.split(separator: ".").last.map(String.init) ?? plain }

  /// The regular expression that matches this test alone.
  var filter: String {
    let escaped = listed.map { $0.isLetter || $0.isNumber || $0 == "_" || !$0.isASCII ? "\($0)" : "\\\($0)" }.joined()
    return isOfXCTest ? "^\(escaped)$" : "^\(escaped)"
  }

  /// Returns the one test of the list that has this name, with or without its module and its suites.
  static func find(_ name: String, in list: [String]) throws -> TestName {
    let plain = plain(name)
    let found = list.map(TestName.init).filter { $0.plain == plain || $0.plain.hasSuffix(".\(plain)") }
    guard found.count < 2 else {
      throw TraceError(
        "\(name) is the name of \(found.count) tests: " + found.prefix(5).map(\.plain).joined(separator: ", ")
          + (found.count > 5 ? ", …" : ""))
    }
    if let test = found.first { return test }
    throw TraceError("no test has the name \(name); `swift test list` prints all names")
  }

  private static func plain(_ name: String) -> String {
    // A raw identifier may have parentheses of its own.
    let labels = name[(name.lastIndex(of: "`") ?? name.startIndex)...].firstIndex(of: "(") ?? name.endIndex
    return name[..<labels].split { $0 == "/" || $0 == "." }.joined(separator: ".")
  }
}
