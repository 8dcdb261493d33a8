/// A wait that a function has.
struct FoundWait: Sendable {
  enum Kind: Equatable, Sendable {
    /// A method of the test case.
    case own
    /// A method of a waiter, which returns a result and records nothing.
    case outcome
    /// A function of the suite that waits for all expectations.
    case helper
  }

  var call: Call
  /// In seconds, as it is written.
  var timeout: String?
  var kind: Kind = .own
  /// What it waits for, and the variables that hold it.
  var elements: [String] = []
  var variables: [Int] = []
}

/// The native form of a wait.
struct WaitText {
  var text: String

  /// Whether a statement begins with a token.
  static func isStatement(_ start: Int, in file: SourceFile) -> Bool {
    let previous = start - 1
    if ["{", "}", ";", "in", "else"].contains(file[previous]) { return true }
    guard file.tokens.indices.contains(previous), file.line(previous) < file.line(start) else { return false }
    let isOperator = file.tokens[previous].kind == .symbol && ![")", "]", "!", "?"].contains(file[previous])
    return !isOperator && !["return", "try", "await", "case"].contains(file[previous])
  }

  init(_ wait: FoundWait, variables: [WaitVariable], function: Function, in file: SourceFile) throws(Reason) {
    let call = wait.call
    let line = file.line(call.name)
    let isAwaited = file[call.range.lowerBound - 1] == "await"
    guard isAwaited || !function.isAsync && file[call.name] != "fulfillment" else {
      throw Reason(line: line, text: "blocks its thread in an asynchronous function; write `await fulfillment(of:)`")
    }
    guard !file.isInTask(call.name) else {
      let text =
        isAwaited ? "waits in a task; a native wait ends if its task is canceled" : "blocks its thread in a task"
      throw Reason(line: line, text: text)
    }
    guard let seconds = wait.timeout else {
      throw Reason(line: line, text: "a wait without a timeout has no end in XCTest, and needs one here")
    }
    guard let timeout = TimeoutText.native(seconds) else {
      throw Reason(line: line, text: "the timeout `\(seconds)` has no native form")
    }
    var order: String?
    var handler: Range<Int>? = call.trailing
    if wait.kind != .helper {
      for argument in call.arguments {
        switch argument.label {
        case "for", "of", "timeout": break
        case "enforceOrder":
          let value = file.text(argument.value)
          order = value == "false" ? nil : value
        case "handler" where file.text(argument.value) == "nil": break
        case "handler" where file[argument.value.lowerBound] == "{" && handler == nil: handler = argument.value
        default:
          throw Reason(line: line, text: "the wait has an argument `\(argument.label ?? "")` that has no native form")
        }
      }
    }
    let isList = wait.elements.count == 1 && wait.elements[0] == variables[wait.variables[0]].listName
    let list = isList ? wait.elements[0] : "[\(wait.elements.joined(separator: ", "))]"
    if wait.kind == .outcome {
      let order = order.map { ", enforceOrder: \($0)" } ?? ""
      let isStatement = Self.isStatement(call.range.lowerBound, in: file)
      text = "report(of: \(list), timeout: \(timeout)\(order)).outcome"
      if isStatement { text = "_ = \(text)" }
      return
    }
    let isSingle = wait.elements.count == 1 && order == nil && !isList
    if isSingle {
      text = "\(wait.elements[0]).wait(timeout: \(timeout))"
    } else {
      let order = order.map { ", enforceOrder: \($0)" } ?? ""
      let receiver = call.hasSelf ? "self." : ""
      text = "\(receiver)wait(for: \(list), timeout: \(timeout)\(order))"
    }
    guard let handler, let statements = try HandlerText.statements(of: handler, in: file) else { return }
    let indentation = file.indentation(call.range.lowerBound)
    // The statements of the closure stand one step deeper than the wait.
    let deeper = file.indentation(handler.upperBound - 2)
    let lines = statements.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.hasPrefix(deeper) && deeper.count > indentation.count
        ? indentation + line.dropFirst(deeper.count) : String(line)
    }
    text += "\n" + indentation + lines.joined(separator: "\n")
  }
}
