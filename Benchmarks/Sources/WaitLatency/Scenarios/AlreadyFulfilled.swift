import Testing

/// Waits for what has been fulfilled before, a hundred at a time: reading the clock takes as long as the fastest of
/// them.
struct AlreadyFulfilledTrial: Trial {
  static let waits = 100
  let isSlowWhereThePeerIs = false

  func block<P: BlockingPeer>(_ type: P.Type, _ batch: Batch) -> Figures {
    let samples = (0..<batch.count + batch.warmUps).map { _ in
      let peers = fulfilled(type)
      let start = Clock.now()
      for peer in peers { peer.wait() }
      return Clock.microseconds(since: start) / Double(Self.waits)
    }
    return Figures(samples: Array(samples.dropFirst(batch.warmUps)))
  }

  func suspend<P: SuspendingPeer>(_ type: P.Type, _ batch: Batch) async -> Figures {
    var samples: [Double] = []
    for _ in 0..<batch.count + batch.warmUps {
      let peers = fulfilled(type)
      let start = Clock.now()
      for peer in peers { await peer.wait() }
      samples.append(Clock.microseconds(since: start) / Double(Self.waits))
    }
    return Figures(samples: Array(samples.dropFirst(batch.warmUps)))
  }

  private func fulfilled<P: Peer>(_ type: P.Type) -> [P] {
    (0..<Self.waits).map { _ in
      let peer = P()
      peer.fulfill()
      return peer
    }
  }

  /// Swift Testing's `confirmation` does not wait, but this is what it can do: confirm inside its body.
  static let confirmation = Candidate(
    name: PeerName.confirmation,
    ability: .measured { batch in Places.inTask { await confirm(batch) } },
    remark: "does not wait; confirmed in its body")

  private static func confirm(_ batch: Batch) async -> Figures {
    var samples: [Double] = []
    for _ in 0..<batch.count {
      let start = Clock.now()
      for _ in 0..<waits {
        await Testing.confirmation { $0() }
      }
      samples.append(Clock.microseconds(since: start) / Double(waits))
    }
    return Figures(samples: samples)
  }
}
