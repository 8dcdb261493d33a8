/// A function, an initializer, or `deinit`, with those that are declared in it.
struct Function: Equatable, Sendable {
  struct Parameter: Equatable, Sendable {
    /// Nil for `_`.
    var label: String?
    var name: String
    /// The tokens of its default value.
    var standard: Range<Int>?
  }

  var name: String
  /// The token of its name.
  var nameToken: Int
  var parameters: [Parameter]
  /// From its name to the brace of its body.
  var signature: Range<Int>
  /// What is between the braces.
  var body: Range<Int>
  var isAsync: Bool

  /// The functions of a file that are not in another one.
  static func all(in file: SourceFile) -> [Function] {
    var functions: [Function] = []
    var index = 0
    while index < file.tokens.count {
      if let function = Function(at: index, in: file) {
        functions.append(function)
        index = function.body.upperBound
      }
      index += 1
    }
    return functions
  }

  private init?(at keyword: Int, in file: SourceFile) {
    var index = keyword
    switch file[keyword] {
    case "func":
      index += 1
      name = file[index]
      nameToken = index
      index += 1
    case "init" where file[keyword - 1] != ".", "deinit":
      name = file[keyword]
      nameToken = keyword
      index += 1
    default: return nil
    }
    parameters = []
    // Generic parameters and the name of an operator are skipped.
    while index < file.tokens.count, !["(", "{", "}"].contains(file[index]) { index += 1 }
    if file[index] == "(", let close = file.partners[index] {
      parameters = Self.parameters(in: (index + 1)..<close, of: file)
      index = close + 1
    }
    let afterParameters = index
    // Then its result and conditions, up to a brace. A protocol's function has none.
    while file[index] != "{" {
      guard index < file.tokens.count,
        !["}", "func", "var", "let", "init", "deinit", "@", "case"].contains(file[index])
      else { return nil }
      index = (["(", "["].contains(file[index]) ? file.partners[index] ?? index : index) + 1
    }
    guard let close = file.partners[index] else { return nil }
    signature = nameToken..<index
    isAsync = (afterParameters..<index).contains { file[$0] == "async" }
    body = (index + 1)..<close
  }

  private static func parameters(in range: Range<Int>, of file: SourceFile) -> [Parameter] {
    Call.elements(in: range, of: file).compactMap { element in
      guard let colon = element.first(where: { file[$0] == ":" }), colon > element.lowerBound else { return nil }
      let label = file[element.lowerBound]
      let equals = (colon..<element.upperBound).first { file[$0] == "=" }
      return Parameter(
        label: label == "_" ? nil : label, name: file[colon - 1],
        standard: equals.map { ($0 + 1)..<element.upperBound })
    }
  }

  /// For each parameter, the text of the argument that a call gives it, or of its default value. Nil if the call does
  /// not fit.
  func values(_ call: Call, in caller: SourceFile, declaredIn file: SourceFile) -> [String: String]? {
    var values: [String: String] = [:]
    var rest = call.arguments[...]
    for parameter in parameters {
      if let argument = rest.first, argument.label == parameter.label {
        values[parameter.name] = caller.text(argument.value)
        rest.removeFirst()
      } else if let standard = parameter.standard {
        values[parameter.name] = file.text(standard)
      } else {
        return nil
      }
    }
    return rest.isEmpty && call.trailing == nil ? values : nil
  }
}
