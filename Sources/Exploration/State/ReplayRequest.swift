/// What `replay:` or `EXPECTATIONS_REPLAY` names: a code, or a code and its test, as in `x1-00EW@transfersBalance`.
struct ReplayRequest: Equatable, Sendable {
  var code: String
  /// The test that the code belongs to, as `name(of:)` writes it; nil when the code does not say.
  var test: String?
  var isFromEnvironment: Bool

  init(_ text: String, isFromEnvironment: Bool) {
    let parts = text.split(separator: "@", maxSplits: 1)
    code = parts.first.map(String.init) ?? ""
    test = parts.count > 1 ? String(parts[1]) : nil
    self.isFromEnvironment = isFromEnvironment
  }

  /// The code, and where it comes from.
  var words: String { "\"\(code)\"" + (isFromEnvironment ? " of EXPECTATIONS_REPLAY" : "") }

  /// What to say when a test takes other steps than the code has.
  var misfit: String {
    let text = "the replay code \(words) does not fit: the test takes other steps than it did"
    guard isFromEnvironment, test == nil else { return text }
    return text + ". If the code is of another test, name that: EXPECTATIONS_REPLAY=\(code)@nameOfTheTest"
  }

  /// Whether the code may belong to a test. Of a call's own code, only the call decides.
  func isFor(_ test: String?) -> Bool {
    guard isFromEnvironment, let own = self.test, let test else { return true }
    return own == Self.name(of: test)
  }

  /// The name of a test as a code has it: without class and arguments, and with nothing that a shell would read.
  static func name(of test: String) -> String {
    // XCTest writes `AccountTests.testWithdrawals`, or `-[AccountTests testWithdrawals]`.
    let isMethod = test.hasPrefix("-[")
    let function = test.drop { "-[".contains($0) }.prefix { !"(]".contains($0) }
    let name = function.split { $0 == "." || isMethod && $0 == " " }.last ?? ""
    return String(name.map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "-" })
  }

  /// What to set `EXPECTATIONS_REPLAY` to, to repeat the schedule of a code in a test.
  static func variable(_ code: String, test: String?) -> String {
    let name = test.map { Self.name(of: $0) } ?? ""
    return "EXPECTATIONS_REPLAY=\(code)" + (name.isEmpty ? "" : "@\(name)")
  }

  static func advice(_ code: String, test: String?) -> String {
    "repeat: explore(replay: \"\(code)\"), or \(variable(code, test: test))"
  }
}
