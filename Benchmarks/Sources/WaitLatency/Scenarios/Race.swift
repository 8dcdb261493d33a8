/// The fulfillment and the wait begin at about the same time. A lost wake-up shows as a wait that takes long.
struct RaceTrial: Trial {
  /// A longer time is no latency anymore. In microseconds.
  static let limit = 50_000.0
  let isSlowWhereThePeerIs = true

  func block<P: BlockingPeer>(_ type: P.Type, _ batch: Batch) -> Figures {
    var generator = batch.generator
    let fulfiller = Fulfiller<P>(delays: Array(repeating: 0, count: batch.count))
    let samples = (0..<batch.count).map { _ in
      let peer = P()
      let headStart = headStart(&generator)
      let start = Clock.now()
      fulfiller.fulfillLater(peer)
      Clock.spin(nanoseconds: headStart)
      peer.wait()
      return Clock.microseconds(since: start)
    }
    return figures(samples)
  }

  func suspend<P: SuspendingPeer>(_ type: P.Type, _ batch: Batch) async -> Figures {
    var generator = batch.generator
    let fulfiller = Fulfiller<P>(delays: Array(repeating: 0, count: batch.count))
    var samples: [Double] = []
    for _ in 0..<batch.count {
      let peer = P()
      let headStart = headStart(&generator)
      let start = Clock.now()
      fulfiller.fulfillLater(peer)
      Clock.spin(nanoseconds: headStart)
      await peer.wait()
      samples.append(Clock.microseconds(since: start))
    }
    return figures(samples)
  }

  /// The other thread needs some time to wake up. With a head start in this range, it arrives before, during, or after
  /// the beginning of the wait.
  private func headStart(_ generator: inout SeededGenerator) -> UInt64 {
    .random(in: 0...60_000, using: &generator)
  }

  private func figures(_ samples: [Double]) -> Figures {
    Figures(samples: samples, companions: [Double(samples.count { $0 > Self.limit })])
  }
}
