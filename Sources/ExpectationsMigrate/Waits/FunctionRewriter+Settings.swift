/// What a function sets of its expectations after it has created them.
extension FunctionRewriter {
  mutating func findSettings() throws(Reason) {
    var removed: [Range<Int>] = []
    for index in function.body {
      guard let place = variable(named: index), file[index + 1] == ".", file[index + 3] == "=",
        XCTestNames.settings.contains(file[index + 2])
      else { continue }
      let variable = variables[place]
      let line = file.line(index)
      var end = index + 4
      while end < function.body.upperBound, file.line(end) == line, file[end] != ";", file[end] != "}" { end += 1 }
      guard variable.shape == .one, file.blockOf[index] == variable.block,
        file.line(index - 1) < line || file[index - 1] == ";", end > index + 4
      else { throw Reason(line: line, text: "`\(variable.name)` is set in another block, or in a part of a statement") }
      guard isWhole((index + 4)..<end) else {
        throw Reason(line: line, text: "`\(variable.name)` is set by more than one line")
      }
      let value = file.text((index + 4)..<end)
      let between = variable.end..<index
      guard !between.contains(where: { file[$0] == variable.name && !known.contains($0) }),
        isLiteral(value) || between.allSatisfy({ known.contains($0) || isDeclaration($0) })
      else { throw Reason(line: line, text: "`\(variable.name)` is set after it is used, or long after its creation") }
      variables[place].settings.line = line
      switch (file[index + 2], value) {
      case ("expectedFulfillmentCount", _): variables[place].settings.fulfillments = value
      case ("isInverted", "true"): variables[place].settings.isInverted = true
      case ("isInverted", "false"): variables[place].settings.isInverted = false
      case ("assertForOverFulfill", "true"): variables[place].settings.assertsForOverFulfill = true
      case ("assertForOverFulfill", "false"): variables[place].settings.assertsForOverFulfill = false
      default: throw Reason(line: line, text: "`\(file[index + 2])` is set to a value that is no literal")
      }
      known.formUnion(index..<end)
      let statement = index..<(file[end] == ";" ? end + 1 : end)
      if let last = removed.last, last.upperBound == index, file.line(last.lowerBound) == line {
        removed[removed.count - 1] = last.lowerBound..<statement.upperBound
      } else {
        removed.append(statement)
      }
    }
    edits += removed.map(removal)
  }

  /// Whether an expression ends with its line.
  private func isWhole(_ tokens: Range<Int>) -> Bool {
    let isOpen = tokens.contains { index in file.partners[index].map { !tokens.contains($0) } ?? false }
    let next = tokens.upperBound
    let continues =
      next < function.body.upperBound && file.tokens[next].kind == .symbol
      && !["}", ";", "@", "{", "[", "("].contains(file[next])
    return !isOpen && !continues && (file.tokens[next - 1].kind != .symbol || [")", "]", "}"].contains(file[next - 1]))
  }

  private func isLiteral(_ value: String) -> Bool { value == "true" || value == "false" || Int(value) != nil }

  /// A part of the declaration of a variable that holds expectations.
  private func isDeclaration(_ index: Int) -> Bool {
    variables.contains { ($0.keyword ?? $0.nameToken)..<$0.end ~= index }
  }

  /// Takes away a statement, and its line if nothing else is in it.
  private func removal(of tokens: Range<Int>) -> Edit {
    var start = file.tokens[tokens.lowerBound].range.lowerBound
    var end = file.tokens[tokens.upperBound - 1].range.upperBound
    let lineStart = file.start(ofLineAt: start)
    let lineEnd = file.bytes[end...].firstIndex(of: UInt8(ascii: "\n")) ?? file.bytes.count
    let isSpace = { (byte: UInt8) in
      byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
    }
    let isFirst = file.bytes[lineStart..<start].allSatisfy(isSpace)
    if isFirst, file.bytes[end..<lineEnd].allSatisfy(isSpace) {
      (start, end) = (lineStart, min(lineEnd + 1, file.bytes.count))
    } else {
      // A comment, or another statement, keeps its place.
      while end < lineEnd, isSpace(file.bytes[end]) { end += 1 }
    }
    return Edit(range: start..<end, text: "")
  }
}
