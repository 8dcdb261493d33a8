@testable import Expectations

/// A small concurrent program over the engine's state. The explorer runs every interleaving of it.
struct Scenario: Sendable {
  /// One step or wait of a thread.
  enum Operation: Hashable, Sendable {
    case fulfill(Int)
    case fail(Int)
    case wait(Int)
    case cancel(Int)
    /// Another clock reaches the limit of a wait.
    case timeUp(Int)
    /// A wait is found to block the main queue.
    case blocksMain(Int)
    /// Lets real time reach an instant. Each event also moves it by one.
    case clock(Nanoseconds)
    /// The main queue answers a probe, which it does only then.
    case mainAnswers
  }

  struct Wait: Sendable {
    var members: [Int]
    var rule = WaitRule.all
    var limit: Nanoseconds = 100
    var window: Nanoseconds = 100
    var isInRealTime = false
    /// Whether it judges its expectations, as a wait of a test does.
    var judges = true
    /// After which real time it ends at the latest: it is a pause of a condition.
    var pause = Nanoseconds.max
    /// The time of that condition, which is also that of a wait inside the pause.
    var condition: Nanoseconds?
    /// The operations that the waiting thread may run while it services its run loop.
    var callback: [Operation] = []
  }

  var name: String
  /// Whether it has so many states that it runs only at the full size.
  var isLarge = false
  /// Unless there are others, one that must be fulfilled once, and one wait for it.
  var expectations: [FulfillmentCount] = [.once]
  var waits = [Wait(members: [0])]
  var threads: [[Operation]]
  /// Whether time may pass between any two steps until the timer is due. Otherwise it passes when nothing else can
  /// happen, and by `clock`.
  var timePasses = false

  var mainAnswersItself: Bool { !threads.joined().contains(.mainAnswers) }
}

extension FulfillmentCount {
  static let once = FulfillmentCount(exactly: 1)
  static let never = FulfillmentCount(exactly: 0)
}

extension Scenario {
  private static let late: [Operation] = [.clock(99), .clock(200)]
  private static let ms: Nanoseconds = 1_000_000

  static let all = basic + rules + several + misuse + nested + otherClocks + stalls
  static let small = all.filter { !$0.isLarge }

  private static var basic: [Scenario] {
    [
      Scenario(name: "fulfill × wait × timer", threads: [[.wait(0)], [.fulfill(0)], late]),
      Scenario(name: "cancel × fulfill × deadline", threads: [[.wait(0)], [.fulfill(0)], [.cancel(0)], late]),
      Scenario(
        name: "error × value × deadline", expectations: [FulfillmentCount(1...2)],
        threads: [[.wait(0)], [.fulfill(0)], [.fail(0)], late]),
      Scenario(
        name: "a wait, then another one on the same", waits: [Wait(members: [0]), Wait(members: [0], limit: 300)],
        threads: [[.wait(0), .wait(1)], [.fulfill(0)], [.clock(99), .clock(200), .clock(400)]]),
      Scenario(
        name: "late after giving up", expectations: [FulfillmentCount(exactly: 2)],
        threads: [[.wait(0)], [.fulfill(0), .fulfill(0)], late]),
      Scenario(
        name: "without time", expectations: [.once, .never],
        waits: [Wait(members: [0], limit: 0, window: 0), Wait(members: [1], limit: 0, window: 0)],
        threads: [[.wait(0), .wait(1)], [.fulfill(0)], [.fulfill(1)]]),
    ]
  }

  private static var rules: [Scenario] {
    [
      Scenario(
        name: "the last of three × cancel × deadline", isLarge: true, expectations: [FulfillmentCount(3...)],
        threads: [[.wait(0)], [.fulfill(0), .fulfill(0)], [.fulfill(0)], [.cancel(0)], late]),
      Scenario(
        name: "any of one × error × deadline", expectations: [FulfillmentCount(exactly: 2)],
        waits: [Wait(members: [0], rule: .any)], threads: [[.wait(0)], [.fulfill(0), .fulfill(0)], [.fail(0)], late]),
      Scenario(
        name: "any of two, one of which must not happen", expectations: [.once, .never],
        waits: [Wait(members: [0, 1], rule: .any)], threads: [[.wait(0)], [.fulfill(0)], [.fulfill(1)], late]),
      Scenario(
        name: "any of two, one failing", isLarge: true, expectations: [.once, .once, .once],
        waits: [Wait(members: [0, 1, 2], rule: .any)],
        threads: [[.wait(0)], [.fulfill(0)], [.fulfill(1)], [.fail(2)], late]),
      Scenario(
        name: "in order", expectations: [.once, .once, .once], waits: [Wait(members: [0, 1, 2], rule: .allInOrder)],
        threads: [[.wait(0)], [.fulfill(0), .fulfill(1)], [.fulfill(2)], late]),
      Scenario(
        name: "in order, one of which must not happen", isLarge: true, expectations: [.once, .never, .once],
        waits: [Wait(members: [0, 1, 2], rule: .allInOrder)],
        threads: [[.wait(0)], [.fulfill(2)], [.fulfill(0)], [.fulfill(1)], late]),
      Scenario(
        name: "the same twice in the list", expectations: [.once, .once],
        waits: [Wait(members: [0, 1, 0], rule: .allInOrder)],
        threads: [[.wait(0)], [.fulfill(0)], [.fulfill(1)], late]),
    ]
  }

  private static var several: [Scenario] {
    [
      Scenario(
        name: "two waits on one", isLarge: true, waits: [Wait(members: [0]), Wait(members: [0], limit: 150)],
        threads: [[.wait(0)], [.wait(1)], [.fulfill(0)], late]),
      Scenario(
        name: "one wait on three", isLarge: true, expectations: [.once, .once, .once],
        waits: [Wait(members: [0, 1, 2])], threads: [[.wait(0)], [.fulfill(0)], [.fulfill(1)], [.fulfill(2)], late]),
      Scenario(
        name: "one, and the same with another", isLarge: true, expectations: [.once, .once],
        waits: [Wait(members: [0]), Wait(members: [1, 0], rule: .allInOrder)],
        threads: [[.wait(0)], [.wait(1)], [.fulfill(0)], [.fulfill(1)], late]),
      Scenario(
        name: "crossing waits", isLarge: true, expectations: [.once, .once],
        waits: [Wait(members: [0, 1]), Wait(members: [1, 0], rule: .any)],
        threads: [[.wait(0)], [.wait(1)], [.fulfill(0)], [.fulfill(1)], [.clock(200)]]),
      Scenario(
        name: "two waits of which one is canceled", waits: [Wait(members: [0]), Wait(members: [0])],
        threads: [[.wait(0)], [.wait(1)], [.fulfill(0)], [.cancel(1)]]),
      Scenario(
        name: "two fulfillments that end waits × a third wait", isLarge: true, expectations: [.once, .once],
        waits: [Wait(members: [0]), Wait(members: [1]), Wait(members: [0, 1])],
        threads: [[.wait(0), .wait(2)], [.wait(1)], [.fulfill(0), .fulfill(1)], [.clock(200)]]),
    ]
  }

  private static var misuse: [Scenario] {
    [
      Scenario(
        name: "fulfilled too often", expectations: [.once, .once], waits: [Wait(members: [0, 1])],
        threads: [[.wait(0)], [.fulfill(0), .fulfill(0)], [.fulfill(1)], late]),
      Scenario(
        name: "fulfilled too often × two waits", isLarge: true,
        waits: [Wait(members: [0]), Wait(members: [0], limit: 50)],
        threads: [[.wait(0)], [.wait(1)], [.fulfill(0), .fulfill(0)], late]),
      Scenario(
        name: "must not happen", expectations: [.never], threads: [[.wait(0)], [.fulfill(0), .fulfill(0)], late]),
      Scenario(
        name: "must not happen, then again", expectations: [.never],
        waits: [Wait(members: [0]), Wait(members: [0], window: 300)],
        threads: [[.wait(0), .wait(1)], [.fulfill(0)], [.clock(99), .clock(200), .clock(400)]]),
      Scenario(
        name: "must not happen × two windows", isLarge: true, expectations: [.never],
        waits: [Wait(members: [0]), Wait(members: [0], window: 50)],
        threads: [[.wait(0)], [.wait(1)], [.fulfill(0)], [.clock(40), .clock(120), .clock(300)]]),
      Scenario(
        name: "must happen beside must not, window first", expectations: [.once, .never],
        waits: [Wait(members: [0, 1], limit: 300, window: 100)],
        threads: [[.wait(0)], [.fulfill(0)], [.fulfill(1)], [.clock(99), .clock(200), .clock(400)]]),
      Scenario(
        name: "must happen beside must not, deadline first", expectations: [.once, .never],
        waits: [Wait(members: [0, 1], limit: 100, window: 300)],
        threads: [[.wait(0)], [.fulfill(0)], [.fulfill(1)], [.clock(99), .clock(200), .clock(400)]]),
    ]
  }

  private static var otherClocks: [Scenario] {
    [
      Scenario(
        name: "a wait that judges nothing × a wait", isLarge: true,
        waits: [Wait(members: [0], rule: .any, judges: false), Wait(members: [0], limit: 50)],
        threads: [[.wait(0)], [.wait(1)], [.fulfill(0), .fulfill(0)], late]),
      Scenario(
        name: "fulfill × another clock", waits: [Wait(members: [0], limit: .max, window: .max)],
        threads: [[.wait(0)], [.fulfill(0)], [.timeUp(0), .timeUp(0)], late]),
      Scenario(
        name: "must not happen by another clock", isLarge: true, expectations: [.once, .never],
        waits: [Wait(members: [0, 1], limit: .max, window: .max)],
        threads: [[.wait(0)], [.fulfill(0)], [.fulfill(1)], [.timeUp(0)], late]),
      Scenario(
        name: "a pause × what ends it",
        waits: [Wait(members: [0], rule: .any, limit: 300, window: 300, judges: false, pause: 50)],
        threads: [[.wait(0)], [.fulfill(0)], [.clock(40), .clock(60)]]),
    ]
  }

  /// Time that does not count: a main queue without an answer, and a process that does not run.
  private static var stalls: [Scenario] {
    [
      Scenario(
        name: "fulfill × stall", waits: [Wait(members: [0], limit: 100 * ms)],
        threads: [[.wait(0)], [.fulfill(0)], [.mainAnswers, .mainAnswers]], timePasses: true),
      Scenario(
        name: "cancel × stall", isLarge: true, waits: [Wait(members: [0], limit: 100 * ms)],
        threads: [[.wait(0)], [.fulfill(0)], [.cancel(0)], [.mainAnswers, .mainAnswers]], timePasses: true),
      Scenario(
        name: "must not happen × stall", expectations: [.never, .once],
        waits: [Wait(members: [0, 1], limit: 100 * ms, window: 50 * ms)],
        threads: [[.wait(0)], [.fulfill(0)], [.fulfill(1)], [.mainAnswers]], timePasses: true),
      Scenario(
        name: "one wait after the other × stall", isLarge: true, expectations: [.once, .once],
        waits: [Wait(members: [0], limit: 100 * ms), Wait(members: [1], limit: 150 * ms)],
        threads: [[.wait(0), .wait(1)], [.fulfill(0), .fulfill(1)], [.mainAnswers]], timePasses: true),
      Scenario(
        name: "found to block the main queue × fulfill", waits: [Wait(members: [0], limit: 100 * ms)],
        threads: [[.wait(0)], [.fulfill(0)], [.blocksMain(0)], [.mainAnswers]], timePasses: true),
      Scenario(
        name: "in real time × stall of another", isLarge: true, expectations: [.once, .once],
        waits: [Wait(members: [0], limit: 50 * ms), Wait(members: [1], limit: 50 * ms, isInRealTime: true)],
        threads: [[.wait(0)], [.wait(1)], [.mainAnswers, .fulfill(1)]], timePasses: true),
      Scenario(
        name: "a process that does not run × fulfill", waits: [Wait(members: [0], limit: 100 * ms)],
        threads: [[.wait(0)], [.fulfill(0)], [.clock(500 * ms)]], timePasses: true),
      Scenario(
        name: "nested × stall", isLarge: true, expectations: [.once, .once],
        waits: [Wait(members: [0], limit: 100 * ms, callback: [.wait(1)]), Wait(members: [1], limit: 300 * ms)],
        threads: [[.wait(0)], [.fulfill(1)], [.mainAnswers]], timePasses: true),
    ]
  }

  private static var nested: [Scenario] {
    [
      Scenario(
        name: "nested, the outer one's time runs out", isLarge: true, expectations: [.once, .once],
        waits: [Wait(members: [0], callback: [.wait(1)]), Wait(members: [1], limit: 300)],
        threads: [[.wait(0)], [.fulfill(0)], [.fulfill(1)], [.clock(200), .clock(400)]]),
      Scenario(
        name: "nested three deep", expectations: [.once, .once],
        waits: [
          Wait(members: [0], callback: [.wait(1)]), Wait(members: [1], limit: 300, callback: [.wait(2)]),
          Wait(members: [0, 1], limit: 400),
        ],
        threads: [[.wait(0)], [.fulfill(0)], [.clock(200), .clock(500)]]),
      Scenario(
        name: "a wait inside a pause × the time of the condition", expectations: [.once, .once],
        waits: [
          Wait(
            members: [0], rule: .any, limit: 50 * ms, window: 50 * ms, judges: false, pause: 20 * ms,
            condition: 100 * ms, callback: [.wait(1)]),
          Wait(members: [1], limit: 10_000 * ms),
        ],
        threads: [[.wait(0)], [.fulfill(1)]], timePasses: true),
    ]
  }
}
