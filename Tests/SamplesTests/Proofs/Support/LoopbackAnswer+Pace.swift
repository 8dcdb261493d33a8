import Foundation
import TestSupport

/// The same response, sent at another pace.
extension LoopbackAnswer {
  /// Waits before the first byte.
  func delayed(by duration: Duration) -> LoopbackAnswer {
    LoopbackAnswer(steps: [.pause(duration)] + steps)
  }

  /// Sends nothing until the test opens `gate`.
  func held(by gate: LoopbackGate) -> LoopbackAnswer {
    LoopbackAnswer(steps: [.wait(gate)] + steps)
  }

  /// Sends packets of at most `size` bytes, with a pause after each.
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

  /// Sends each byte in a packet of its own.
  var byteByByte: LoopbackAnswer { sliced(into: 1) }

  /// Sends packets of random sizes, as chosen by `random`.
  func shredded(by random: inout SplitMix, upTo size: Int = 40) -> LoopbackAnswer {
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

  /// Limits the speed: sends packets with the bytes for a hundredth of a second.
  func limited(toBytesPerSecond rate: Int) -> LoopbackAnswer {
    sliced(into: max(1, rate / 100), pausing: .milliseconds(10))
  }

  /// Closes the server's half of the connection afterward, and keeps the other half open.
  var halfClosed: LoopbackAnswer {
    LoopbackAnswer(steps: steps + [.endSending, .hang])
  }
}

// MARK: - Text for failed tests

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
