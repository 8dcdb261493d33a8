/// Functions of a suite that do nothing but create an expectation, or wait for all that were created. Where they are
/// called, the rewritten code says what they do; they themselves stay as they are.
///
/// Calls are found by name, so a name counts only if all functions that have it do the same.
struct Helpers: Sendable {
  struct Declared: Sendable {
    var function: Function
    var file: SourceFile
  }

  private var creators: [Declared] = []
  private var waiters: [Declared] = []
  /// Functions with the names of XCTest's, which the compiler prefers.
  private(set) var own: [String: Declared] = [:]

  init(_ files: [SourceFile]) {
    let all = files.filter { !$0.isBroken }.flatMap { file in
      Function.all(in: file).map { Declared(function: $0, file: file) }
    }
    for (_, same) in Dictionary(grouping: all, by: { $0.key }) {
      guard Set(same.map(\.text)).count == 1 else { continue }
      if same[0].isCreator {
        creators += same
      } else if same[0].isWaiter {
        waiters += same
      }
    }
    for declared in all {
      let label = declared.function.parameters.first?.label
      for (name, its) in [("wait", "for"), ("fulfillment", "of"), ("waitForExpectations", "timeout")]
      where declared.function.name == name && label == its && declared.takesExpectations(its) {
        own[name] = declared
      }
    }
  }

  /// The description of the expectation that a call of a helper creates.
  func description(ofExpectationBy call: Call, in file: SourceFile) -> String? {
    for creator in creators where creator.function.name == file[call.name] {
      guard let values = creator.function.values(call, in: file, declaredIn: creator.file),
        let description = creator.onlyCall?.arguments[0].value
      else { continue }
      let text = creator.file.text(description)
      return values[text] ?? text
    }
    return nil
  }

  /// The timeout and the handler with which a call of a helper waits for all expectations.
  func wait(by call: Call, in file: SourceFile) -> (timeout: String, handler: String?)? {
    for waiter in waiters where waiter.function.name == file[call.name] {
      guard let values = waiter.function.values(call, in: file, declaredIn: waiter.file),
        let wait = waiter.onlyCall, let timeout = wait.value("timeout")
      else { continue }
      func text(_ range: Range<Int>) -> String {
        let text = waiter.file.text(range)
        return values[text] ?? text
      }
      let handler = wait.value("handler").map(text)
      return (text(timeout), handler == "nil" ? nil : handler)
    }
    return nil
  }

  /// What a helper is for; nil for other functions.
  func role(of function: Function, in file: SourceFile) -> String? {
    func isHelper(_ declared: Declared) -> Bool { declared.file.path == file.path && declared.function == function }
    if creators.contains(where: isHelper) {
      return "a helper that creates an expectation; callers that are rewritten do it themselves"
    }
    // Nothing calls a test.
    let isWaiter = waiters.contains(where: isHelper) && !function.name.hasPrefix("test")
    return isWaiter ? "a helper that waits for its callers; those that are rewritten wait themselves" : nil
  }

  /// Whether the suite's own `wait(for:timeout:)` waits for all expectations, for the time that it is given.
  func waitsForAll(_ declared: Declared) -> Bool {
    guard let call = declared.onlyCall, declared.file[call.name] == "waitForExpectations", call.trailing == nil,
      let timeout = call.value("timeout")
    else { return false }
    return declared.function.parameters.contains { $0.label == "timeout" && $0.name == declared.file.text(timeout) }
  }
}

extension Helpers.Declared {
  /// Its name and the labels of its parameters, which tell functions of the same name apart.
  fileprivate var key: String {
    "\(function.name)(\(function.parameters.map { "\($0.label ?? "_"):" }.joined()))"
  }

  fileprivate var text: String {
    file.text(function.signature.lowerBound..<function.body.upperBound)
  }

  /// Whether it takes what XCTest's method takes: an overload for another type does not hide it.
  fileprivate func takesExpectations(_ label: String) -> Bool {
    label == "timeout" || function.signature.contains { file[$0] == "XCTestExpectation" }
  }

  /// `expectation(description:)` with a literal or a parameter.
  fileprivate var isCreator: Bool {
    guard let call = onlyCall, file[call.name] == "expectation", call.labels == ["description"], call.trailing == nil
    else { return false }
    return isPlain(call.arguments[0].value)
  }

  /// `waitForExpectations(timeout:)` with a number or a parameter, and perhaps a parameter as its handler.
  fileprivate var isWaiter: Bool {
    guard let call = onlyCall, file[call.name] == "waitForExpectations", call.trailing == nil,
      let timeout = call.value("timeout"), isPlain(timeout)
    else { return false }
    return call.value("handler").map { file.text($0) == "nil" || isPlain($0) } ?? true
  }

  /// A literal, or a parameter: what means the same where the function is called.
  private func isPlain(_ value: Range<Int>) -> Bool {
    guard value.count == 1 else { return false }
    switch file.tokens[value.lowerBound].kind {
    case .number: return true
    case .string: return !file[value.lowerBound].contains("\\(")
    case .word: return function.parameters.contains { $0.name == file[value.lowerBound] }
    case .symbol: return false
    }
  }

  /// The call that is all that the function does, besides what is between `#if` and `#endif`.
  fileprivate var onlyCall: Call? {
    var range = function.body
    while file[range.lowerBound] == "#if" {
      guard let end = range.first(where: { file[$0] == "#endif" }) else { return nil }
      range = (end + 1)..<range.upperBound
    }
    if file[range.lowerBound] == "return" { range = (range.lowerBound + 1)..<range.upperBound }
    guard let name = range.prefix(3).first(where: { file[$0] != "self" && file[$0] != "." }),
      let call = Call(at: name, in: file), call.range == range
    else { return nil }
    return call
  }
}
