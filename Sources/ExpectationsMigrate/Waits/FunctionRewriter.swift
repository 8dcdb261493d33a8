/// Turns the waits of one function into native ones, all or none.
///
/// It rewrites a function that creates what it waits for, and only fulfills it otherwise. Everything else is a reason
/// to leave the function as it is.
struct FunctionRewriter {
  let file: SourceFile
  let function: Function
  let suite: Suite
  var variables: [WaitVariable] = []
  var waits: [FoundWait] = []
  /// Tokens whose meaning is clear.
  var known: Set<Int> = []
  var edits: [Edit] = []

  /// Whether it has waits of XCTest.
  private(set) var hasWaits = false
  /// Whether it creates expectations that the test case knows.
  private(set) var hasCreations = false

  init(_ function: Function, in file: SourceFile, of suite: Suite) {
    self.function = function
    self.file = file
    self.suite = suite
  }

  /// The changes, or none if there are no waits.
  mutating func rewrite() throws(Reason) -> [Edit] {
    try findCalls()
    guard hasWaits else { return [] }
    if waits.contains(where: { $0.kind == .outcome }) { try renameResults() }
    try refuseTypes()
    try findSettings()
    try checkUses()
    try writeWaits()
    try writeCreations()
    try requireSeparateEdits()
    return edits
  }

  /// Reads the whole function before it throws the first reason, because others need to know whether it creates
  /// expectations.
  private mutating func findCalls() throws(Reason) {
    var first: Reason?
    for index in function.body where file.tokens[index].kind == .word && !known.contains(index) {
      do throws(Reason) { try readCall(index) } catch { first = first ?? error }
    }
    if hasWaits, let first { throw first }
  }

  private mutating func readCall(_ index: Int) throws(Reason) {
    let (name, line) = (file[index], file.line(index))
    if XCTestNames.types.contains(name) || XCTestNames.functions.contains(name) && file[index + 1] == "(" {
      hasWaits = true
    }
    if name == "XCTWaiter", let call = methodOfNewWaiter(index), !call.arguments.isEmpty {
      known.formUnion(index..<call.name + 1)
      return waits.append(FoundWait(call: call, timeout: call.value("timeout").map { file.text($0) }, kind: .outcome))
    }
    if XCTestNames.types.contains(name), name != "XCTestExpectation" {
      throw Reason(line: line, text: XCTestNames.advice(typeNamed: name, isInSignature: false))
    }
    guard let call = Call(at: index, in: file) else {
      guard isMethodOfAnotherObject(index) else { return }
      hasWaits = true
      hasCreations = hasCreations || XCTestNames.isCreation(index, in: file)
      throw Reason(line: line, text: "calls `\(name)` of another object")
    }
    switch (name, call.labels.first ?? nil) {
    case ("expectation", "description"?):
      (hasWaits, hasCreations) = (true, true)
      try addCreation(call, argument: description(call), isDirect: false)
    case ("XCTestExpectation", _):
      try addCreation(call, argument: description(call), isDirect: true)
    case ("expectation", "for"?), ("expectation", "forNotification"?), ("keyValueObservingExpectation", _):
      (hasWaits, hasCreations) = (true, true)
      throw Reason(line: line, text: XCTestNames.advice(call.labels.first ?? nil))
    case ("wait", "for"?) where !isNative(call), ("fulfillment", "of"?), ("waitForExpectations", "timeout"?):
      hasWaits = true
      waits.append(FoundWait(call: call, timeout: call.value("timeout").map { file.text($0) }))
    default: try readCallOfHelper(call)
    }
  }

  private mutating func readCallOfHelper(_ call: Call) throws(Reason) {
    if let description = suite.helpers.description(ofExpectationBy: call, in: file) {
      (hasWaits, hasCreations) = (true, true)
      try addCreation(call, argument: description, isDirect: false)
    } else if let wait = suite.helpers.wait(by: call, in: file) {
      hasWaits = true
      waits.append(FoundWait(call: call, timeout: wait.timeout, kind: .helper))
      guard wait.handler == nil else {
        throw Reason(line: file.line(call.name), text: "passes a handler on to `\(file[call.name])`")
      }
    }
  }

  /// `XCTWaiter().wait(for:timeout:)`, or the same method of the type.
  private func methodOfNewWaiter(_ index: Int) -> Call? {
    let dot = file[index + 1] == "(" && file[index + 2] == ")" ? index + 3 : index + 1
    guard file[dot] == ".", ["wait", "fulfillment"].contains(file[dot + 1]) else { return nil }
    return Call(at: dot + 1, in: file, receiver: index)
  }

  /// `e.wait(for:)` or `self?.expectation(…)`.
  private func isMethodOfAnotherObject(_ index: Int) -> Bool {
    guard file[index - 1] == ".", file[index + 1] == "(" else { return false }
    switch file[index] {
    case "waitForExpectations", "keyValueObservingExpectation": return true
    case "expectation": return ["description", "for", "forNotification"].contains(file[index + 2])
    case "fulfillment": return file[index + 2] == "of"
    case "wait": return file[index + 2] == "for" && file[index - 2] != "self"
    default: return false
    }
  }

  /// The library's own `wait(for:)` takes several expectations, or a duration.
  private func isNative(_ call: Call) -> Bool {
    guard call.labels.dropFirst().first != .some(nil), let timeout = call.value("timeout") else { return true }
    return file[timeout.lowerBound] == "." && file[timeout.lowerBound + 1] != "infinity"
  }

  private func description(_ call: Call) throws(Reason) -> String {
    switch call.labels {
    case ["description"] where call.trailing == nil: file.text(call.arguments[0].value)
    case [] where call.trailing == nil: "\"\""
    default: throw Reason(line: file.line(call.name), text: "an expectation is created with more than a description")
    }
  }

  private mutating func addCreation(_ call: Call, argument: String, isDirect: Bool) throws(Reason) {
    let line = file.line(call.name)
    var creation = WaitVariable.Creation(range: call.range, argument: argument, isDirect: isDirect)
    known.formUnion(call.range)
    let element = element(call.range)
    let start = element?.opener ?? call.range.lowerBound
    guard file[start - 1] == "=" else {
      throw Reason(line: line, text: "an expectation is not the value of a variable")
    }
    creation.position = element?.position ?? 0
    if element != nil, let last = variables.indices.last, variables[last].shape != .one,
      variables[last].end > call.range.upperBound
    {
      return variables[last].creations.append(creation)
    }
    var shape: WaitVariable.Shape = element == nil ? .one : file[start] == "[" ? .list : .tuple
    var name = start - 2
    var keyword = name - 1
    var hasType = false
    if shape == .tuple, file[name] == ")", let open = file.partners[name] {
      // `let (a, b) = (…, …)`.
      let names = Call.elements(in: (open + 1)..<name, of: file)
      guard names.indices.contains(creation.position), names[creation.position].count == 1 else {
        throw Reason(line: line, text: "the variables of a tuple do not fit its values")
      }
      (name, keyword, shape) = (names[creation.position].lowerBound, open - 1, .one)
    } else {
      if file[name] == "!" || file[name] == "?" { name -= 1 }
      hasType = file[name] == "XCTestExpectation" && file[name - 1] == ":"
      if hasType {
        known.insert(name)
        name -= 2
      }
      keyword = name - 1
    }
    guard file.tokens[name].kind == .word, ["let", "var", ","].contains(file[keyword]) else {
      throw Reason(line: line, text: "an expectation is assigned to a variable that is declared elsewhere")
    }
    let end = element == nil ? call.range.upperBound : (file.partners[start] ?? start) + 1
    guard file.line(end) > file.line(end - 1) || [";", "}", ",", ")"].contains(file[end]), file[end] != "." else {
      throw Reason(line: line, text: "an expectation is not the whole value of a variable")
    }
    if file[keyword - 1] == "weak" { keyword -= 1 }
    known.insert(name)
    let isWeak = file[keyword] == "weak"
    let isAlone = element == nil && file[keyword] != "," && file[end] != ","
    guard isAlone || !isWeak else {
      throw Reason(line: line, text: "a weak variable is declared with others")
    }
    guard isAlone || !hasType else {
      throw Reason(line: line, text: "a variable with the type XCTestExpectation is declared with others")
    }
    variables.append(
      WaitVariable(
        name: file[name], nameToken: name, keyword: isAlone ? keyword : nil, shape: shape, creations: [creation],
        block: file.blockOf[name], isWeak: isWeak, end: end))
  }

  /// The parenthesis or bracket around a call that is an element of a tuple or a list.
  private func element(_ range: Range<Int>) -> (opener: Int, position: Int)? {
    guard ["(", "[", ","].contains(file[range.lowerBound - 1]) else { return nil }
    var index = range.lowerBound - 1
    while index >= function.body.lowerBound, file[index] != "(", file[index] != "[" {
      if file[index] == ")" || file[index] == "]" || file[index] == "}" { index = file.partners[index] ?? index }
      if file[index] == "{" || file[index] == "=" { return nil }
      index -= 1
    }
    guard index >= function.body.lowerBound, let close = file.partners[index], file[index - 1] == "=" else {
      return nil
    }
    return Call.elements(in: (index + 1)..<close, of: file).firstIndex(of: range).map { (index, $0) }
  }

  /// The result of a waiter has another type here, and another name in one case. So it must only be compared.
  private mutating func renameResults() throws(Reason) {
    for wait in waits where wait.kind == .outcome {
      let (start, end) = (wait.call.range.lowerBound, wait.call.range.upperBound)
      let previous = file[start - 1] == "await" ? start - 2 : start - 1
      if isAssertion(before: previous) || isComparison(previous) || isComparison(end) { continue }
      if file[previous] == "=", file[previous - 1] == "_" { continue }
      if file[previous] == "=", ["let", "var"].contains(file[previous - 2]) {
        let name = file[previous - 1]
        let isCompared = function.body.allSatisfy { index in
          file[index] != name || index == previous - 1 || isAssertion(before: index - 1) || isComparison(index - 1)
            || isComparison(index + 1)
        }
        if isCompared { continue }
      } else if WaitText.isStatement(start, in: file) {
        continue
      }
      throw Reason(line: file.line(start), text: "the result of a waiter is used for more than to compare it")
    }
    for index in function.body where file[index] == "invertedFulfillment" {
      edits.append(Edit(range: file.tokens[index].range, text: "unexpectedFulfillment"))
    }
  }

  private func isAssertion(before index: Int) -> Bool {
    file[index] == "(" && ["XCTAssertEqual", "XCTAssertNotEqual"].contains(file[index - 1])
  }

  private func isComparison(_ index: Int) -> Bool {
    // `==` and `!=` are two tokens.
    file[index] == "=" && ["=", "!"].contains(file[index - 1])
      || ["=", "!"].contains(file[index]) && file[index + 1] == "="
  }

  private func requireSeparateEdits() throws(Reason) {
    let sorted = edits.sorted { $0.range.lowerBound < $1.range.lowerBound }
    for (one, next) in zip(sorted, sorted.dropFirst()) where next.range.lowerBound < one.range.upperBound {
      throw Reason(line: file.line(function.nameToken), text: "a wait has others inside of it")
    }
  }

  /// The bytes of tokens that are replaced. There must be no comment between them.
  func bytes(_ tokens: Range<Int>) throws(Reason) -> Range<Int> {
    for (index, next) in zip(tokens, tokens.dropFirst()) {
      let between = file.bytes[file.tokens[index].range.upperBound..<file.tokens[next].range.lowerBound]
      guard between.allSatisfy({ $0 == 32 || $0 == 9 || $0 == 10 || $0 == 13 }) else {
        throw Reason(line: file.line(index), text: "a comment is inside of a wait or of a creation")
      }
    }
    return file.tokens[tokens.lowerBound].range.lowerBound..<file.tokens[tokens.upperBound - 1].range.upperBound
  }

  /// Types stand only where variables are declared.
  private func refuseTypes() throws(Reason) {
    for index in (function.signature.lowerBound..<function.body.upperBound)
    where XCTestNames.types.contains(file[index]) && !known.contains(index) {
      throw Reason(
        line: file.line(index),
        text: XCTestNames.advice(typeNamed: file[index], isInSignature: index < function.body.lowerBound))
    }
  }
}
