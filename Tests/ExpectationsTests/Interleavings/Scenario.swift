@testable import Expectations

/// A small concurrent program over the library's state machine. The explorer runs every interleaving of it.
struct Scenario: Sendable {
  /// One step or wait of a thread.
  enum Operation: Hashable, Sendable {
    case fulfill(Int)
    case fail(Int)
    case wait(Int)
    case cancel(Int)
    /// The external clock of a wait reaches its limit.
    case timeUp(Int)
    /// Lets real time reach an instant. Each event also moves it by one.
    case clock(Int64)
    /// The deadline timer probes the main queue.
    case beat
    case answer(QueueSet)
    /// Lets time pass for the waits that block the main queue alone.
    case ownTime(Int64)
    /// A wait without a sleeping thread, and its end.
    case monitor(Int)
    case dismiss(Int)
  }

  struct Wait: Sendable {
    var members: [Int]
    var rule = WaitRule.all
    var deadline: Int64 = 100
    var invertedDeadline: Int64 = 100
    /// The position of the member that ends the quiet windows.
    var signal: Int?
    /// Whether `timeUp` ends its time, so that the deadline is only a bound.
    var usesExternalClock = false
    /// Whether a success ends the wait. Otherwise it stays until its waiter ends it.
    var endsOnSuccess = true
    /// Whether the wait has no effect on the state of its expectations.
    var isPassive = false
    /// Whether the wait blocks the main queue.
    var blocksMain = false
    /// The wait inside which this one runs.
    var outer: Int?
    /// The operations that the waiting thread may run while it services its run loop.
    var callback: [Operation] = []
  }

  var name: String
  /// Whether it has so many states that it runs only at the full size.
  var isLarge = false
  var expectations: [FulfillmentBounds]
  var waits: [Wait]
  var threads: [[Operation]]
  /// The tolerance of the clock. The usual one exceeds the time of every scenario, so real time counts.
  var tolerance = FairClock.usualTolerance
}

extension FulfillmentBounds {
  static let once = FulfillmentBounds(exactly: 1)
  static let never = FulfillmentBounds(exactly: 0)
}

extension Scenario {
  private static let late: [Operation] = [.clock(99), .clock(200)]

  static let all =
    basic + triggers + several + misuse + nested + otherClocks + deferred + stalls + ownTime
    + basic.map(\.withWaitsThatStay) + misuse.map(\.withWaitsThatStay.forTheFullSize)

  static let small = all.filter { !$0.isLarge }

  private var forTheFullSize: Scenario {
    var copy = self
    copy.isLarge = true
    return copy
  }

  /// The same scenario with waits that stay until they are ended.
  private var withWaitsThatStay: Scenario {
    var copy = self
    copy.name += ", all reported"
    for wait in waits.indices { copy.waits[wait].endsOnSuccess = false }
    return copy
  }

  private static var basic: [Scenario] {
    [
      Scenario(
        name: "fulfill × wait × timer", expectations: [.once], waits: [Wait(members: [0])],
        threads: [[.wait(0)], [.fulfill(0)], late]),
      Scenario(
        name: "fulfill × wait that is reported × timer", expectations: [.once],
        waits: [Wait(members: [0], endsOnSuccess: false)],
        threads: [[.wait(0)], [.fulfill(0)], late]),
      Scenario(
        name: "cancel × fulfill × deadline", expectations: [.once], waits: [Wait(members: [0])],
        threads: [[.wait(0)], [.fulfill(0)], [.cancel(0)], late]),
      Scenario(
        name: "error × value × deadline", expectations: [FulfillmentBounds(1...2)], waits: [Wait(members: [0])],
        threads: [[.wait(0)], [.fulfill(0)], [.fail(0)], late]),
      Scenario(
        name: "a wait, then another one on the same", expectations: [.once],
        waits: [Wait(members: [0]), Wait(members: [0], deadline: 300)],
        threads: [[.wait(0), .wait(1)], [.fulfill(0)], [.clock(99), .clock(200), .clock(400)]]),
      Scenario(
        name: "late after giving up", expectations: [FulfillmentBounds(exactly: 2)],
        waits: [Wait(members: [0], endsOnSuccess: false)],
        threads: [[.wait(0)], [.fulfill(0), .fulfill(0)], late]),
    ]
  }

  private static var triggers: [Scenario] {
    [
      Scenario(
        name: "the last of three × cancel × deadline", isLarge: true, expectations: [FulfillmentBounds(3...)],
        waits: [Wait(members: [0])],
        threads: [[.wait(0)], [.fulfill(0), .fulfill(0)], [.fulfill(0)], [.cancel(0)], late]),
      Scenario(
        name: "any of one × error × deadline", expectations: [FulfillmentBounds(exactly: 2)],
        waits: [Wait(members: [0], rule: .any)], threads: [[.wait(0)], [.fulfill(0), .fulfill(0)], [.fail(0)], late]),
      Scenario(
        name: "one, and the same with another", isLarge: true, expectations: [.once, .once],
        waits: [Wait(members: [0]), Wait(members: [1, 0], rule: .allInOrder)],
        threads: [[.wait(0)], [.wait(1)], [.fulfill(0)], [.fulfill(1)], late]),
    ]
  }

  private static var several: [Scenario] {
    [
      Scenario(
        name: "two waits on one", isLarge: true, expectations: [.once],
        waits: [Wait(members: [0]), Wait(members: [0], deadline: 150, endsOnSuccess: false)],
        threads: [[.wait(0)], [.wait(1)], [.fulfill(0)], late]),
      Scenario(
        name: "one wait on three", isLarge: true, expectations: [.once, .once, .once],
        waits: [Wait(members: [0, 1, 2])],
        threads: [[.wait(0)], [.fulfill(0)], [.fulfill(1)], [.fulfill(2)], late]),
      Scenario(
        name: "any of two, one failing", isLarge: true, expectations: [.once, .once, .once],
        waits: [Wait(members: [0, 1, 2], rule: .any)],
        threads: [[.wait(0)], [.fulfill(0)], [.fulfill(1)], [.fail(2)], late]),
      Scenario(
        name: "in order", expectations: [.once, .once, .once], waits: [Wait(members: [0, 1, 2], rule: .allInOrder)],
        threads: [[.wait(0)], [.fulfill(0), .fulfill(1)], [.fulfill(2)], late]),
      Scenario(
        name: "crossing waits", isLarge: true, expectations: [.once, .once],
        waits: [Wait(members: [0, 1]), Wait(members: [1, 0], rule: .any, endsOnSuccess: false)],
        threads: [[.wait(0)], [.wait(1)], [.fulfill(0)], [.fulfill(1)], [.clock(200)]]),
    ]
  }

  private static var misuse: [Scenario] {
    [
      Scenario(
        name: "fulfilled too often", expectations: [.once, .once], waits: [Wait(members: [0, 1])],
        threads: [[.wait(0)], [.fulfill(0), .fulfill(0)], [.fulfill(1)], late]),
      Scenario(
        name: "must not happen", expectations: [.never], waits: [Wait(members: [0])],
        threads: [[.wait(0)], [.fulfill(0), .fulfill(0)], late]),
      Scenario(
        name: "must happen beside must not, window first", expectations: [.once, .never],
        waits: [Wait(members: [0, 1], deadline: 300, invertedDeadline: 100)],
        threads: [[.wait(0)], [.fulfill(0)], [.fulfill(1)], [.clock(99), .clock(200), .clock(400)]]),
      Scenario(
        name: "must happen beside must not, deadline first", expectations: [.once, .never],
        waits: [Wait(members: [0, 1], deadline: 100, invertedDeadline: 300)],
        threads: [[.wait(0)], [.fulfill(0)], [.fulfill(1)], [.clock(99), .clock(200), .clock(400)]]),
    ]
  }

  private static var otherClocks: [Scenario] {
    [
      Scenario(
        name: "a passive wait × another wait", isLarge: true, expectations: [.once],
        waits: [Wait(members: [0], rule: .any, isPassive: true), Wait(members: [0], deadline: 50)],
        threads: [[.wait(0)], [.wait(1)], [.fulfill(0), .fulfill(0)], late]),
      Scenario(
        name: "fulfill × other clock × bound", expectations: [.once],
        waits: [Wait(members: [0], usesExternalClock: true)],
        threads: [[.wait(0)], [.fulfill(0)], [.timeUp(0), .timeUp(0)], late]),
      Scenario(
        name: "must not happen by another clock", isLarge: true, expectations: [.once, .never],
        waits: [Wait(members: [0, 1], usesExternalClock: true)],
        threads: [[.wait(0)], [.fulfill(0)], [.fulfill(1)], [.timeUp(0)], late]),
      Scenario(
        name: "must not happen until a signal", expectations: [.never, .once],
        waits: [Wait(members: [0, 1], signal: 1)],
        threads: [[.wait(0)], [.fulfill(0)], [.fulfill(1)], late]),
      Scenario(
        name: "must happen beside must not until a signal", isLarge: true, expectations: [.once, .never, .once],
        waits: [Wait(members: [0, 1, 2], signal: 2)],
        threads: [[.wait(0)], [.fulfill(0)], [.fulfill(1)], [.fulfill(2)], late]),
    ]
  }

  /// Scenarios with deferred events.
  private static var deferred: [Scenario] {
    [
      Scenario(
        name: "two fulfillments that end waits × a third wait", isLarge: true, expectations: [.once, .once],
        waits: [Wait(members: [0]), Wait(members: [1]), Wait(members: [0, 1])],
        threads: [[.wait(0), .wait(2)], [.wait(1)], [.fulfill(0), .fulfill(1)], [.clock(200)]]),
      Scenario(
        name: "a monitor × fulfill × timer", expectations: [.once, .once],
        waits: [Wait(members: [0], rule: .any, isPassive: true), Wait(members: [1])],
        threads: [[.monitor(0), .wait(1), .dismiss(0)], [.fulfill(1)], late]),
    ]
  }

  /// Scenarios with time that does not count: beats without an answer, and a process that does not run.
  private static var stalls: [Scenario] {
    let stall: [Operation] = [.beat, .answer(.main)]
    let scenarios = [
      Scenario(
        name: "fulfill × stall × timer", expectations: [.once], waits: [Wait(members: [0])],
        threads: [[.wait(0)], [.fulfill(0)], stall, [.clock(50), .clock(300)]]),
      Scenario(
        name: "fulfill × two stalls × cancel", expectations: [.once], waits: [Wait(members: [0])],
        threads: [[.wait(0)], [.fulfill(0)], stall + stall, [.clock(300)], [.cancel(0)]]),
      Scenario(
        name: "must not happen × stall", expectations: [.never], waits: [Wait(members: [0])],
        threads: [[.wait(0)], [.fulfill(0)], stall, [.clock(50), .clock(300)]]),
      Scenario(
        name: "two waits × stall", isLarge: true, expectations: [.once, .once],
        waits: [Wait(members: [0]), Wait(members: [1], deadline: 150)],
        threads: [[.wait(0)], [.wait(1)], [.fulfill(0), .fulfill(1)], stall, [.clock(300)]]),
      Scenario(
        name: "nested × stall", expectations: [.once, .once],
        waits: [
          Wait(members: [0], deadline: 100, callback: [.wait(1)]), Wait(members: [1], deadline: 300, outer: 0),
        ],
        threads: [[.wait(0)], [.fulfill(1)], stall, [.clock(200)]]),
    ]
    return scenarios.map { scenario in
      var copy = scenario
      copy.tolerance = 0
      return copy
    }
  }

  /// Scenarios with waits that block a queue, whose own time passes while the clock stands still.
  private static var ownTime: [Scenario] {
    [
      Scenario(
        name: "fulfill × own time × timer", expectations: [.once], waits: [Wait(members: [0], blocksMain: true)],
        threads: [[.wait(0)], [.fulfill(0)], [.ownTime(60), .ownTime(60)], [.clock(30), .clock(300)]]),
      Scenario(
        name: "must not happen × own time", expectations: [.never], waits: [Wait(members: [0], blocksMain: true)],
        threads: [[.wait(0)], [.fulfill(0)], [.ownTime(60), .ownTime(60)], [.clock(30), .clock(300)]]),
      Scenario(
        name: "two waits × own time of one", isLarge: true, expectations: [.once, .once],
        waits: [Wait(members: [0], blocksMain: true), Wait(members: [1], endsOnSuccess: false)],
        threads: [[.wait(0)], [.wait(1)], [.fulfill(1), .fulfill(0)], [.ownTime(120)], [.clock(300)]]),
    ]
  }

  private static var nested: [Scenario] {
    [
      Scenario(
        name: "nested, the outer one's time runs out", isLarge: true, expectations: [.once, .once],
        waits: [
          Wait(members: [0], deadline: 100, callback: [.wait(1)]), Wait(members: [1], deadline: 300, outer: 0),
        ],
        threads: [[.wait(0)], [.fulfill(0)], [.fulfill(1)], [.clock(200), .clock(400)]]),
      Scenario(
        name: "nested three deep", expectations: [.once, .once],
        waits: [
          Wait(members: [0], deadline: 100, callback: [.wait(1)]),
          Wait(members: [1], deadline: 300, outer: 0, callback: [.wait(2)]),
          Wait(members: [0, 1], deadline: 400, outer: 1),
        ],
        threads: [[.wait(0)], [.fulfill(0)], [.clock(200), .clock(500)]]),
    ]
  }
}
