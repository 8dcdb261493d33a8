/// A group of scenarios of single waits, one for each place: on a thread, on the main thread, in a task.
struct SingleWaits: Sendable {
  let name: String
  let about: String
  var unit = "µs"
  let plan: Scenario.Plan
  /// The number of waits in one sample, which is the time of one of them.
  var waits = 1
  /// Makes what fulfills a number of peers.
  let trip: @Sendable (Int) -> any RoundTrip

  var scenarios: [Scenario] {
    let onThread = Self.threadPeers.map { peer in
      Candidate(name: peer.name) { count in Places.onThread { block(peer, count) } }
    }
    let onMain = Self.mainPeers.map { peer in
      // On other threads, the flag macro spins: a run loop that has no source returns at once.
      Candidate(name: peer.name, isSlow: peer == FlagMacroPeer.self && waits == 1) { count in block(peer, count) }
    }
    let inTask = Self.taskPeers.map { peer in
      Candidate(name: peer.name) { count in Places.inTask { await suspend(peer, count) } }
    }
    return [scenario("thread", onThread), scenario("main", onMain), scenario("async", inTask)]
  }

  private static let threadPeers: [any BlockingPeer.Type] = [
    OurPeer.self, SemaphorePeer.self, ConditionVariablePeer.self, ConditionLockPeer.self, XCTestPeer.self,
    FlagMacroPeer.self,
  ]

  private static let mainPeers: [any BlockingPeer.Type] = {
    var peers: [any BlockingPeer.Type] = [OurPeer.self, MainQueueWakePeer.self, XCTestPeer.self, FlagMacroPeer.self]
    #if os(Linux)
      peers.append(StopWakePeer.self)
    #endif
    return peers
  }()

  private static let taskPeers: [any SuspendingPeer.Type] = [
    OurPeer.self, ContinuationPeer.self, XCTestPeer.self,
  ]

  private func scenario(_ place: String, _ candidates: [Candidate]) -> Scenario {
    Scenario(name: "\(name)/\(place)", about: about, unit: unit, plan: plan, candidates: candidates)
  }

  private func block<P: BlockingPeer>(_ type: P.Type, _ count: Int) -> [Double] {
    let trip = trip(waits * (count + warmUps(count)))
    let samples = (0..<count + warmUps(count)).map { _ in
      let (peer, others) = (P(), (1..<waits).map { _ in P() })
      for other in others { _ = trip.begin(other) }
      let start = trip.begin(peer)
      peer.wait()
      // Even an empty loop takes a moment in generic code.
      if waits > 1 { for other in others { other.wait() } }
      return trip.sample(since: start) / Double(waits)
    }
    return Array(samples.dropFirst(warmUps(count)))
  }

  private func suspend<P: SuspendingPeer>(_ type: P.Type, _ count: Int) async -> [Double] {
    let trip = trip(waits * (count + warmUps(count)))
    var samples: [Double] = []
    for _ in 0..<count + warmUps(count) {
      let (peer, others) = (P(), (1..<waits).map { _ in P() })
      for other in others { _ = trip.begin(other) }
      let start = trip.begin(peer)
      await peer.wait()
      if waits > 1 { for other in others { await other.wait() } }
      samples.append(trip.sample(since: start) / Double(waits))
    }
    return Array(samples.dropFirst(warmUps(count)))
  }

  /// The samples at the beginning that do not count, because the previous work has left its mark on the caches and the
  /// cores.
  private func warmUps(_ count: Int) -> Int { min(3, count / 10) }
}
