/// What a function waits for, and how that is written.
extension FunctionRewriter {
  /// Finds what the waits name.
  mutating func findLists() throws(Reason) {
    for place in waits.indices {
      let call = waits[place].call
      guard file[call.name] != "waitForExpectations", waits[place].kind != .helper else { continue }
      let list = call.arguments[0].value
      known.formUnion(list)
      if file[list.lowerBound] == "[", file.partners[list.lowerBound] == list.upperBound - 1 {
        for element in Call.elements(in: (list.lowerBound + 1)..<(list.upperBound - 1), of: file) {
          let index = element.lowerBound
          guard let found = variable(named: index), isElement(element, of: variables[found]) else {
            throw Reason(line: file.line(index), text: "waits for `\(file.text(element))`, which it has not created")
          }
          waits[place].elements.append(file.text(element))
          waits[place].variables.append(found)
        }
      } else if list.count == 1, let found = variable(named: list.lowerBound), variables[found].shape == .list {
        waits[place].elements = [variables[found].name]
        waits[place].variables = [found]
      } else {
        throw Reason(line: file.line(list.lowerBound), text: "waits for `\(file.text(list))`, which it has not created")
      }
      guard !waits[place].elements.isEmpty else {
        throw Reason(line: file.line(call.name), text: "waits for nothing")
      }
    }
  }

  /// `e`, `pair.0` or `list[0]`.
  private func isElement(_ element: Range<Int>, of variable: WaitVariable) -> Bool {
    guard variable.shape == .list else { return variable.elements.contains(file.text(element)) }
    return file[element.lowerBound + 1] == "[" && file.partners[element.lowerBound + 1] == element.upperBound - 1
  }

  mutating func writeWaits() throws(Reason) {
    for place in waits.indices {
      let call = waits[place].call
      let (line, name) = (file.line(call.name), file[call.name])
      if waits[place].elements.isEmpty {
        if let other = suite.otherCreator(for: function, in: file) { throw Reason(line: line, text: other) }
        guard suite.helpers.own[name] == nil else {
          throw Reason(line: line, text: "calls `\(name)` of the suite itself")
        }
        (waits[place].elements, waits[place].variables) = try pending(at: place)
      } else if waits[place].kind == .own, let own = suite.helpers.own[name] {
        let all = try? pending(at: place).elements
        guard suite.helpers.waitsForAll(own), all.map(Set.init) == Set(waits[place].elements) else {
          throw Reason(line: line, text: "calls `\(name)` of the suite itself")
        }
      }
      let text = try WaitText(waits[place], variables: variables, function: function, in: file).text
      edits.append(Edit(range: try bytes(call.range), text: text))
    }
    for (place, variable) in variables.enumerated() {
      let waited = waits.flatMap { wait in zip(wait.variables, wait.elements).filter { $0.0 == place }.map(\.1) }
      guard variable.shape == .list ? !waited.isEmpty : Set(variable.elements).isSubset(of: waited) else {
        throw Reason(line: file.line(variable.nameToken), text: "does not wait for `\(variable.name)` itself")
      }
      try requireCertainWait(place)
    }
  }

  /// That nothing waits for an expectation is a failure here. XCTest allows it for those that the test case does not
  /// know.
  private func requireCertainWait(_ place: Int) throws(Reason) {
    let variable = variables[place]
    guard variable.creations.contains(where: \.isDirect) else { return }
    let isCertain = waits.contains { wait in
      wait.variables.contains(place) && file.blockOf[wait.call.name] == variable.block
        && !(variable.end..<wait.call.name).contains {
          ["return", "throw", "guard"].contains(file[$0]) || file[$0].hasPrefix("XCTSkip")
        }
    }
    guard isCertain else {
      throw Reason(line: file.line(variable.nameToken), text: "may end without a wait for `\(variable.name)`")
    }
  }

  /// What `waitForExpectations` waits for: all that the test case knows and that no wait has named before.
  private func pending(at place: Int) throws(Reason) -> (elements: [String], variables: [Int]) {
    var (elements, places): ([String], [Int]) = ([], [])
    let name = waits[place].call.name
    let line = file.line(name)
    var earlier: [FoundWait] = []
    for wait in waits[..<place] {
      let block = file.blockOf[wait.call.name]
      if file.block(block, isAround: file.blockOf[name]).isAround {
        earlier.append(wait)
      } else if !file.blocks[block].isConditional {
        // It is not known whether it runs. Between `#if` and `#endif`, only one branch is there, and so is this one.
        throw Reason(line: line, text: "an earlier wait is in another block")
      }
    }
    for (index, variable) in variables.enumerated() where variable.end <= name {
      let named = earlier.flatMap { wait in zip(wait.variables, wait.elements).filter { $0.0 == index }.map(\.1) }
      var pending: [String]
      if variable.shape == .list {
        let isKnown = variable.creations.contains { !$0.isDirect } && !named.contains(variable.name)
        guard !isKnown || named.isEmpty else { throw Reason(line: line, text: "waits for the rest of a list") }
        pending = isKnown ? [variable.name] : []
      } else {
        pending = zip(variable.elements, variable.creations).filter { !$0.1.isDirect }.map(\.0)
        pending.removeAll { named.contains($0) }
      }
      guard !pending.isEmpty else { continue }
      let reach = file.block(variable.block, isAround: file.blockOf[name])
      guard reach.isAround, !reach.isInLoop else {
        throw Reason(line: line, text: "`\(variable.name)` is created in another block than the wait for it")
      }
      elements += pending
      places += pending.map { _ in index }
    }
    guard !elements.isEmpty else { throw Reason(line: line, text: "waits for expectations that it has not created") }
    guard elements.count == 1 || places.allSatisfy({ variables[$0].shape != .list }) else {
      throw Reason(line: line, text: "waits for a list of expectations and for others")
    }
    return (elements, places)
  }

  mutating func writeCreations() throws(Reason) {
    for variable in variables {
      for creation in variable.creations {
        let text = try variable.text(creation)
        if variable.shape == .one, let keyword = variable.keyword {
          edits.append(
            Edit(range: try bytes(keyword..<creation.range.upperBound), text: "let \(variable.name) = \(text)"))
        } else {
          edits.append(Edit(range: try bytes(creation.range), text: text))
        }
      }
    }
  }
}
