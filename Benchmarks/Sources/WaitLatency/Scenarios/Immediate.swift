import Dispatch

/// The callback is sent to a queue right before the wait begins. The time runs from before the sending until after the
/// wait.
struct ImmediateTrial: Trial {
  let isSlowWhereThePeerIs = true

  func block<P: BlockingPeer>(_ type: P.Type, _ batch: Batch) -> Figures {
    var latencies: [Double] = []
    let queue = DispatchQueue(label: "callbacks")
    for _ in 0..<batch.count + batch.warmUps {
      let peer = P()
      let start = Clock.now()
      queue.async { peer.fulfill() }
      peer.wait()
      latencies.append(Clock.microseconds(since: start))
    }
    return Figures(samples: Array(latencies.dropFirst(batch.warmUps)))
  }

  func suspend<P: SuspendingPeer>(_ type: P.Type, _ batch: Batch) async -> Figures {
    var latencies: [Double] = []
    let queue = DispatchQueue(label: "callbacks")
    for _ in 0..<batch.count + batch.warmUps {
      let peer = P()
      let start = Clock.now()
      queue.async { peer.fulfill() }
      await peer.wait()
      latencies.append(Clock.microseconds(since: start))
    }
    return Figures(samples: Array(latencies.dropFirst(batch.warmUps)))
  }
}
