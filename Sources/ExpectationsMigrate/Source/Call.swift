/// A call, with its arguments.
struct Call: Sendable {
  struct Argument: Equatable, Sendable {
    var label: String?
    /// The tokens of its value.
    var value: Range<Int>
  }

  /// The token of the function's name.
  var name: Int
  var arguments: [Argument]
  /// The closure after the parentheses, with its braces.
  var trailing: Range<Int>?
  /// All its tokens, with `self.` before it.
  var range: Range<Int>
  var hasSelf: Bool

  /// The call whose name a token is; nil if none begins there.
  ///
  /// - Parameter receiver: The first token of the object whose method it is; otherwise it is a function, or a method of
  ///   `self`.
  init?(at name: Int, in file: SourceFile, receiver: Int? = nil) {
    guard file.tokens[name].kind == .word, file[name - 1] != "func" else { return nil }
    var end = name + 1
    var arguments: [Argument] = []
    // A parenthesis in a new line begins a statement.
    if file[end] == "(", file.line(end) == file.line(name), let close = file.partners[end] {
      arguments = Self.arguments(in: (end + 1)..<close, of: file)
      end = close + 1
    } else if file[end] != "{" {
      return nil
    }
    // The methods of a waiter take none: a brace after them is that of `if`.
    if receiver == nil, file[end] == "{", file.line(end) == file.line(end - 1), let close = file.partners[end] {
      trailing = end..<(close + 1)
      end = close + 1
    } else if end == name + 1 {
      return nil
    }
    hasSelf = file[name - 1] == "." && file[name - 2] == "self" && file[name - 3] != "."
    // A method of something else.
    guard hasSelf || receiver != nil || file[name - 1] != "." else { return nil }
    self.name = name
    self.arguments = arguments
    range = (receiver ?? (hasSelf ? name - 2 : name))..<end
  }

  var labels: [String?] { arguments.map(\.label) }

  func value(_ label: String) -> Range<Int>? { arguments.first { $0.label == label }?.value }

  /// What stands between the parentheses, at the commas.
  static func arguments(in range: Range<Int>, of file: SourceFile) -> [Argument] {
    elements(in: range, of: file).map { element in
      let hasLabel =
        element.count > 1 && file[element.lowerBound + 1] == ":" && file.tokens[element.lowerBound].kind == .word
      return Argument(
        label: hasLabel ? file[element.lowerBound] : nil,
        value: (element.lowerBound + (hasLabel ? 2 : 0))..<element.upperBound)
    }
  }

  /// The ranges of tokens between commas.
  static func elements(in range: Range<Int>, of file: SourceFile) -> [Range<Int>] {
    var elements: [Range<Int>] = []
    var (start, index) = (range.lowerBound, range.lowerBound)
    while index < range.upperBound {
      if file[index] == "," {
        elements.append(start..<index)
        start = index + 1
      }
      index = ["(", "[", "{"].contains(file[index]) ? (file.partners[index] ?? index) + 1 : index + 1
    }
    if start < range.upperBound { elements.append(start..<range.upperBound) }
    return elements.filter { !$0.isEmpty }
  }
}
