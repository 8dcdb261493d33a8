import Foundation

/// The same answer, sent in another way.
extension LoopbackAnswer {
  /// Latency: nothing happens for a while.
  func delayed(by duration: Duration) -> LoopbackAnswer {
    LoopbackAnswer(steps: [.pause(duration)] + steps)
  }

  /// Sends nothing before the test opens `gate`.
  func held(by gate: LoopbackGate) -> LoopbackAnswer {
    LoopbackAnswer(steps: [.wait(gate)] + steps)
  }

  /// In packets of at most `size` bytes, with a pause after each.
  func sliced(into size: Int, pausing pause: Duration = .zero) -> LoopbackAnswer {
    var slices: [Step] = []
    for step in steps {
      guard case .send(var rest) = step else {
        slices.append(step)
        continue
      }
      while !rest.isEmpty {
        slices.append(.send(Data(rest.prefix(size))))
        if pause > .zero { slices.append(.pause(pause)) }
        rest = rest.dropFirst(size)
      }
    }
    return LoopbackAnswer(steps: slices)
  }

  /// Each byte in a packet of its own.
  var byteByByte: LoopbackAnswer { sliced(into: 1) }

  /// In packets of random sizes, as `random` has it.
  func shredded(by random: inout SeededGenerator, upTo size: Int = 40) -> LoopbackAnswer {
    var shreds: [Step] = []
    for step in steps {
      guard case .send(var rest) = step else {
        shreds.append(step)
        continue
      }
      while !rest.isEmpty {
        let count = Int.random(in: 1...size, using: &random)
        shreds.append(.send(Data(rest.prefix(count))))
        rest = rest.dropFirst(count)
      }
    }
    return LoopbackAnswer(steps: shreds)
  }

  /// No faster than this: in packets of a hundredth of a second's worth.
  func limited(toBytesPerSecond rate: Int) -> LoopbackAnswer {
    sliced(into: max(1, rate / 100), pausing: .milliseconds(10))
  }

  /// Ends its half of the connection afterwards, and keeps the other open.
  var halfClosed: LoopbackAnswer {
    LoopbackAnswer(steps: steps + [.endSending, .hang])
  }
}

// MARK: - As text, for when a test fails

extension LoopbackAnswer.Step: CustomStringConvertible {
  var description: String {
    switch self {
    case .send(let data): "send \(data.count)"
    case .sendForever(let data, let pause): "send \(data.count) every \(pause) for ever"
    case .pause(let duration): "pause \(duration)"
    case .wait: "wait for the test"
    case .endSending: "end sending"
    case .close: "close"
    case .reset: "reset"
    case .hang: "hang"
    }
  }
}

extension LoopbackAnswer: CustomStringConvertible {
  var description: String {
    let shown = steps.prefix(6).map(\.description).joined(separator: ", ")
    return steps.count > 6 ? "\(shown), … (\(steps.count) steps)" : shown
  }
}
