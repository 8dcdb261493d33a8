/// The time from right before `fulfill()` until right after the wait has returned. The callback comes after 0.2 to 2
/// ms.
struct ResumeTrial: Trial {
  let isSlowWhereThePeerIs = true

  func block<P: BlockingPeer>(_ type: P.Type, _ batch: Batch) -> Figures {
    var latencies: [Double] = []
    let delays = delays(batch)
    let fulfiller = Fulfiller<P>(delays: delays)
    for _ in delays {
      let peer = P()
      fulfiller.fulfillLater(peer)
      peer.wait()
      latencies.append(Clock.microseconds(since: fulfiller.fulfilledAt))
    }
    return Figures(samples: Array(latencies.dropFirst(batch.warmUps)))
  }

  func suspend<P: SuspendingPeer>(_ type: P.Type, _ batch: Batch) async -> Figures {
    var latencies: [Double] = []
    let delays = delays(batch)
    let fulfiller = Fulfiller<P>(delays: delays)
    for _ in delays {
      let peer = P()
      fulfiller.fulfillLater(peer)
      await peer.wait()
      latencies.append(Clock.microseconds(since: fulfiller.fulfilledAt))
    }
    return Figures(samples: Array(latencies.dropFirst(batch.warmUps)))
  }

  private func delays(_ batch: Batch) -> [UInt64] {
    var generator = batch.generator
    return (0..<batch.count + batch.warmUps).map { _ in .random(in: 200_000...2_000_000, using: &generator) }
  }
}
