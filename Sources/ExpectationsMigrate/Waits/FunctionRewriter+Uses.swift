/// What a function does with its expectations besides waiting for them.
extension FunctionRewriter {
  /// The variable that a token names; nil for other names.
  func variable(named index: Int) -> Int? {
    guard file.tokens[index].kind == .word, file[index - 1] != ".", file[index + 1] != ":" || file[index - 1] == "?"
    else { return nil }
    return variables.lastIndex {
      $0.name == file[index] && $0.end <= index && file.block($0.block, isAround: file.blockOf[index]).isAround
        && !file.isParameter($0.name, at: index, inside: $0.block)
    }
  }

  mutating func checkUses() throws(Reason) {
    try findLists()
    for index in function.body {
      if file.tokens[index].kind == .string, file[index].contains("\\(") {
        let words = file[index].split { !($0.isLetter || $0.isNumber || $0 == "_") }
        if let variable = variables.first(where: { words.contains($0.name[...]) }) {
          throw Reason(line: file.line(index), text: "`\(variable.name)` may be in a text")
        }
      }
      guard let place = variable(named: index), !known.contains(index) else { continue }
      let variable = variables[place]
      if isDeclaredAgain(index) {
        throw Reason(line: file.line(index), text: "another value is called `\(variable.name)`")
      }
      if isCaptured(index) { continue }
      guard try useAsFulfillment(index, of: variable) else {
        throw Reason(line: file.line(index), text: "`\(variable.name)` is used for more than to fulfill and wait")
      }
    }
  }

  private func isDeclaredAgain(_ index: Int) -> Bool {
    ["let", "var", "for", "case"].contains(file[index - 1])
  }

  /// In the list of what a closure captures.
  private func isCaptured(_ index: Int) -> Bool {
    var start = index - 1
    while start > function.body.lowerBound, file.tokens[start].kind == .word || file[start] == "," { start -= 1 }
    return file[start] == "[" && file[start - 1] == "{" && file.parameters(ofClosureAt: start - 1) != nil
  }

  /// Whether it is `e.fulfill()`, or `e.fulfill` as a function.
  private mutating func useAsFulfillment(_ index: Int, of variable: WaitVariable) throws(Reason) -> Bool {
    var next = index + 1
    switch variable.shape {
    case .one: break
    case .tuple:
      guard file[next] == ".", file.tokens[next + 1].kind == .number else { return false }
      next += 2
    case .list:
      guard file[next] == "[", let close = file.partners[next] else { return false }
      next = close + 1
    }
    let mark = file[next] == "?" || file[next] == "!" ? next : nil
    if mark != nil { next += 1 }
    guard file[next] == ".", file[next + 1] == "fulfill" else { return false }
    let isCall = file[next + 2] == "(" && file.line(next + 2) == file.line(next + 1)
    guard !isCall || file[next + 3] == ")" else { return false }
    if !isCall { edits.append(Edit(range: file.tokens[next + 1].range, text: "handler")) }
    // Of a weak or optional variable; one that a closure captures weakly stays optional.
    if let mark, !isCapturedWeakly(index) { edits.append(Edit(range: file.tokens[mark].range, text: "")) }
    return true
  }

  private func isCapturedWeakly(_ index: Int) -> Bool {
    var block: Int? = file.blockOf[index]
    while let current = block, file.blocks[current].opener >= function.body.lowerBound {
      let opener = file.blocks[current].opener
      if file[opener + 1] == "[", let close = file.partners[opener + 1],
        (opener + 2..<close).contains(where: { file[$0] == file[index] && file[$0 - 1] == "weak" })
      {
        return true
      }
      block = file.blocks[current].parent
    }
    return false
  }
}
