/// What is left of the handler of `waitForExpectations`.
///
/// XCTest calls it after the wait with an error or nil. The wait itself reports the error, so an assertion about it is
/// removed; the other statements come after the wait.
enum HandlerText {
  /// The statements that come after the wait, or an error if they need what the handler gets.
  static func statements(of closure: Range<Int>, in file: SourceFile) throws(Reason) -> String? {
    var body = (closure.lowerBound + 1)..<(closure.upperBound - 1)
    var parameter = "$0"
    if let keyword = body.prefix(8).first(where: { file[$0] == "in" }) {
      let names = body.prefix(while: { $0 < keyword }).filter { file[$0] != "(" && file[$0] != ")" }
      guard let name = names.first, names.count == 1 || file[name + 1] == ":" else {
        throw Reason(line: file.line(keyword), text: "its handler is more than this tool can read")
      }
      parameter = file[name]
      body = (keyword + 1)..<body.upperBound
    }
    if let call = Call(at: body.lowerBound, in: file), isAssertion(call.range, of: parameter, in: file) {
      let end = call.range.upperBound
      body = (file[end] == ";" ? end + 1 : end)..<body.upperBound
    }
    if body.isEmpty || isAssertion(body, of: parameter, in: file) { return nil }
    guard
      !body.contains(where: { file[$0] == parameter || file[$0] == "return" || isInterpolated(parameter, file[$0]) })
    else {
      throw Reason(line: file.line(closure.lowerBound), text: "its handler uses the error, or returns")
    }
    // Another statement of the function may declare the same name.
    guard !body.contains(where: { ["let", "var", "func", "defer"].contains(file[$0]) }) else {
      throw Reason(line: file.line(closure.lowerBound), text: "its handler declares something")
    }
    return file.text(body)
  }

  /// `XCTAssertNil(error)`, or `if let error = error { XCTFail(…) }` with one call.
  private static func isAssertion(_ body: Range<Int>, of parameter: String, in file: SourceFile) -> Bool {
    if let call = Call(at: body.lowerBound, in: file), call.range == body, file[call.name] == "XCTAssertNil" {
      return call.arguments.first.map { file.text($0.value) } == parameter
    }
    guard file[body.lowerBound] == "if", let brace = body.first(where: { file[$0] == "{" }),
      file.partners[brace] == body.upperBound - 1
    else { return false }
    let condition = file.text((body.lowerBound + 1)..<brace)
    let isAboutIt =
      condition == "let \(parameter)" || condition == "\(parameter) != nil"
      || condition.hasPrefix("let ") && condition.hasSuffix("= \(parameter)")
    let statement = (brace + 1)..<(body.upperBound - 1)
    guard isAboutIt, !statement.isEmpty, let call = Call(at: statement.lowerBound, in: file) else { return false }
    return call.range == statement && ["XCTFail", "print", "NSLog", "debugPrint"].contains(file[call.name])
  }

  private static func isInterpolated(_ name: String, _ text: String) -> Bool {
    text.hasPrefix("\"") && text.contains("\\(") && text.contains(name)
  }
}
