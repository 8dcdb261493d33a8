/// Turns waits in forms that the library once had into those that it has: lists without brackets, `outcome(of:)`, and
/// `until:` in a statement of its own.
enum FormerForms {
  /// The changes, each with the token of the call's name.
  static func edits(in file: SourceFile) -> [(name: Int, edit: Edit)] {
    guard file.tokens.indices.contains(where: { file[$0] == "import" && file[$0 + 1] == "Expectations" }) else {
      return []
    }
    return file.tokens.indices.flatMap { index -> [(name: Int, edit: Edit)] in
      switch file[index] {
      case "wait" where file[index - 1] == "." && file[index - 2] != "self": until(index, in: file)
      case "wait", "outcome": list(index, in: file)
      default: []
      }
    }
  }

  private static func list(_ index: Int, in file: SourceFile) -> [(name: Int, edit: Edit)] {
    guard let call = Call(at: index, in: file), let first = call.arguments.first else { return [] }
    let isOutcome = file[index] == "outcome"
    guard isOutcome ? first.label == "of" : first.label == "for" || first.label == "forAnyOf" else { return [] }
    let elements = [first] + call.arguments.dropFirst().prefix { $0.label == nil }
    var edits: [Edit] = []
    if isOutcome { edits.append(Edit(range: file.tokens[index].range, text: "report")) }
    if elements.count > 1 || isOutcome && file[first.value.lowerBound] != "[", let last = elements.last {
      let start = file.tokens[first.value.lowerBound].range.lowerBound
      let end = file.tokens[last.value.upperBound - 1].range.upperBound
      edits += [Edit(range: start..<start, text: "["), Edit(range: end..<end, text: "]")]
    }
    return edits.map { (index, $0) }
  }

  /// `await failed.wait(until: saved)` is two statements now.
  private static func until(_ index: Int, in file: SourceFile) -> [(name: Int, edit: Edit)] {
    guard file.tokens[index - 2].kind == .word, let call = Call(at: index, in: file, receiver: index - 2),
      let signal = call.value("until"), signal.count == 1, call.trailing == nil
    else { return [] }
    var start = call.range.lowerBound
    let prefix = file[start - 1] == "await" ? "await " : ""
    if !prefix.isEmpty { start -= 1 }
    guard WaitText.isStatement(start, in: file) else { return [] }
    let timeout = call.value("timeout").map { "timeout: \(file.text($0))" } ?? ""
    let text =
      "\(prefix)\(file.text(signal)).wait(\(timeout))\n\(file.indentation(start))"
      + "\(prefix)\(file[index - 2]).expectNone(for: .zero)"
    let bytes = file.tokens[start].range.lowerBound..<file.tokens[call.range.upperBound - 1].range.upperBound
    return [(index, Edit(range: bytes, text: text))]
  }
}
