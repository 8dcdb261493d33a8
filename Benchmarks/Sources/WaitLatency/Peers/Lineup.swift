/// The peers in the scenarios of single waits, by the place of the wait.
enum Lineup {
  struct Blocking: Sendable {
    var name: String
    var peer: any BlockingPeer.Type
    var slowness: Double?
    var remark: String?
  }

  struct Suspending: Sendable {
    var name: String
    var peer: any SuspendingPeer.Type
    var slowness: Double?
  }

  static let thread = [
    Blocking(name: Candidate.ours, peer: OurPeer.self),
    Blocking(name: PeerName.semaphore, peer: SemaphorePeer.self),
    Blocking(name: PeerName.conditionVariable, peer: ConditionVariablePeer.self),
    Blocking(name: PeerName.conditionLock, peer: ConditionLockPeer.self),
    Blocking(name: PeerName.xctest, peer: XCTestPeer.self, remark: "spins: its run loop has nothing to wait for"),
    Blocking(name: PeerName.flagMacro, peer: FlagMacroPeer.self, remark: "spins: its run loop has nothing to wait for"),
  ]

  static let main: [Blocking] = {
    var main = [
      Blocking(name: Candidate.ours, peer: OurPeer.self),
      Blocking(name: PeerName.mainQueueWake, peer: MainQueueWakePeer.self),
      Blocking(name: PeerName.xctest, peer: XCTestPeer.self),
      Blocking(name: PeerName.flagMacro, peer: FlagMacroPeer.self, slowness: 0.1),
    ]
    #if os(Linux)
      main.insert(Blocking(name: PeerName.stopWake, peer: StopWakePeer.self), at: 2)
    #endif
    return main
  }()

  static let unableOnMain = [
    Candidate.unable(PeerName.semaphore, "blocks the main thread: what has to run there never does"),
    Candidate.unable(PeerName.conditionLock, "blocks the main thread: what has to run there never does"),
  ]

  static let task = [
    Suspending(name: Candidate.ours, peer: OurPeer.self),
    Suspending(name: PeerName.continuation, peer: ContinuationPeer.self),
    Suspending(name: PeerName.xctest, peer: XCTestPeer.self),
    Suspending(name: PeerName.sleepPolling, peer: SleepPollingPeer.self, slowness: 0.01),
  ]

  /// Empty where the system has no observation.
  static let observing: [Suspending] = {
    guard #available(macOS 14, iOS 17, tvOS 17, watchOS 10, *) else { return [] }
    return [
      Suspending(name: Candidate.ours, peer: ObservingPeer.self),
      Suspending(name: PeerName.continuation, peer: ContinuationPeer.self),
      Suspending(name: PeerName.sleepPolling, peer: SleepPollingPeer.self, slowness: 0.01),
    ]
  }()

  static let unableInTask = [Candidate.unable(PeerName.confirmation, "does not wait: it fails when its body returns")]
}

/// The names of the peers in tables, files, and thresholds.
enum PeerName {
  static let semaphore = "DispatchSemaphore"
  static let conditionVariable = "condition variable"
  static let conditionLock = "NSConditionLock"
  static let xctest = "XCTWaiter"
  static let xctestExpectation = "XCTestExpectation"
  static let flagMacro = "flag macro"
  static let mainQueueWake = "run loop, main queue"
  static let stopWake = "run loop, stop"
  static let continuation = "continuation"
  static let sleepPolling = "Task.sleep polling"
  static let deadlinePolling = "polling until a deadline"
  static let taskGroup = "task-group timeout"
  static let confirmation = "confirmation"
}
