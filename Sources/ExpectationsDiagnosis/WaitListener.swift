import Dispatch
public import Expectations

/// Learns when the waits and conditions of the process begin, make progress, and end.
///
/// It is for tools: a log of what a run waits for, a progress bar, a trace beside that of the app.
///
/// ```swift
/// final class WaitLogger: WaitListener {
///   func waitBegan(_ event: WaitEvent) { log("\(event.place): waits for \(event.waitedFor)") }
///   func waitProgressed(_ event: WaitEvent) { log("\(event.place): \(event)") }
///   func waitEnded(_ event: WaitEvent) { log("\(event.place): \(event)") }
/// }
/// ```
///
/// Add it with ``WaitListeners/add(_:)``. The three methods do nothing unless you write them. They are called on the
/// thread that waits, fulfills or evaluates, which goes on only when they return, so they should return soon. Waits
/// inside of them are not reported, and neither are those that the library makes for itself.
public protocol WaitListener: AnyObject, Sendable {
  /// A wait, a condition or a call of a recorder begins.
  func waitBegan(_ event: WaitEvent)

  /// One of the expectations of a wait has been fulfilled, or a condition has been evaluated, and the wait goes on.
  ///
  /// Fulfillments at the same time may be one event, and that of a fulfillment on another thread may come just after
  /// the end.
  func waitProgressed(_ event: WaitEvent)

  /// A wait, a condition or a call of a recorder has ended.
  func waitEnded(_ event: WaitEvent)
}

extension WaitListener {
  public func waitBegan(_ event: WaitEvent) {}
  public func waitProgressed(_ event: WaitEvent) {}
  public func waitEnded(_ event: WaitEvent) {}
}

/// The state of a wait, or of a condition, at one moment.
public struct WaitEvent: Sendable, CustomStringConvertible {
  /// What a wait waits for.
  public struct Part: Sendable, Equatable {
    /// The description of the expectation.
    public internal(set) var description: String
    /// How often it has been fulfilled.
    public internal(set) var fulfillments: Int
    /// Whether it has been fulfilled often enough.
    public internal(set) var isComplete: Bool
  }

  /// A number that all events of one wait have, and no other wait of the process.
  public internal(set) var wait: Int
  /// The descriptions of the expectations, or that of the condition or the recorder.
  public internal(set) var waitedFor: String
  /// The expectations; empty for a condition.
  public internal(set) var parts: [Part]
  /// How often a condition has been evaluated; nil for a wait.
  public internal(set) var evaluations: Int?
  /// The name of the test, if the library knows it.
  public internal(set) var test: String?
  /// The line of the wait.
  public internal(set) var place: WaitReport.Place
  /// How long the wait has lasted, in real time.
  public internal(set) var elapsed: Duration
  /// How long it may last; nil without a limit.
  public internal(set) var limit: Duration?
  /// How the wait ended; nil while it goes on.
  public internal(set) var outcome: WaitReport.Outcome?

  /// One line: `"saved", "closed", 1 of 2 complete, after 0.31 s`.
  public var description: String {
    var text = waitedFor
    if let evaluations { text += ", \(evaluations == 1 ? "1 evaluation" : "\(evaluations) evaluations")" }
    if !parts.isEmpty { text += ", \(parts.count { $0.isComplete }) of \(parts.count) complete" }
    text += ", after \(DurationText.short(elapsed))"
    if let outcome { text += ": \(outcome.name)" }
    return text
  }
}

/// The listeners of the process.
public enum WaitListeners {
  /// Adds a listener, which is kept until it is removed. It learns of waits and conditions that begin from now on.
  ///
  /// With a listener, each wait takes some microseconds longer.
  ///
  /// - Parameter listener: The listener. A second addition of it changes nothing.
  public static func add(_ listener: any WaitListener) {
    change { listeners in
      if !listeners.contains(where: { $0 === listener }) { listeners.append(listener) }
    }
  }

  /// Removes a listener. It still gets the events of the waits that it knows.
  ///
  /// - Parameter listener: A listener that was added.
  public static func remove(_ listener: any WaitListener) {
    change { $0.removeAll { $0 === listener } }
  }

  /// A wait that has begun, and the listeners that know it.
  private struct Listened {
    let number: Int
    let listeners: [any WaitListener]
  }

  private struct State {
    var listeners: [any WaitListener] = []
    var live: [UInt: Listened] = [:]
    var lastNumber = 0

    mutating func listen() -> Listened {
      lastNumber += 1
      return Listened(number: lastNumber, listeners: listeners)
    }
  }

  private static let state = Locked(State())
  /// Not nil while the calling thread calls a listener.
  private static let isCalling = ThreadSlot()

  /// Whether a listener wants to know of progress, and the calling code is not one.
  static var areThere: Bool { state.withLock { !$0.listeners.isEmpty || !$0.live.isEmpty } && isCalling?.word == nil }

  /// Whether listeners know of a wait that goes on.
  static var hasLive: Bool { state.withLock { !$0.live.isEmpty } }

  private static func change(_ change: (inout [any WaitListener]) -> Void) {
    // The old list is released outside the lock: a listener may have a `deinit`.
    let old = state.withLock { state in
      let old = state.listeners
      change(&state.listeners)
      return old
    }
    withExtendedLifetime(old) {}
  }

  static func began(_ wait: WaitFacts) {
    guard areThere else { return }
    guard let listened = state.withLock({ $0.listeners.isEmpty ? nil : $0.listen() }) else { return }
    send(event(listened, wait, .zero), to: listened) { $0.waitBegan($1) }
    // Only now do listeners learn of progress. The next event has what came before.
    state.withLock { $0.live[wait.number] = listened }
  }

  static func progressed(_ wait: WaitFacts) {
    guard areThere, let listened = state.withLock({ $0.live[wait.number] }) else { return }
    let elapsed = Duration.nanoseconds(Int64(DispatchTime.now().uptimeNanoseconds) - wait.began)
    send(event(listened, wait, elapsed), to: listened) { $0.waitProgressed($1) }
  }

  static func ended(_ wait: WaitFacts, _ end: WaitEnd) {
    guard areThere else { return }
    let (known, other) = state.withLock { state in
      let known = state.live.removeValue(forKey: wait.number)
      return (known, known == nil && !state.listeners.isEmpty ? state.listen() : nil)
    }
    guard let listened = known ?? other else { return }
    // It has ended at once.
    if known == nil { send(event(listened, wait, .zero), to: listened) { $0.waitBegan($1) } }
    var event = event(listened, wait, .nanoseconds(end.used + end.uncounted))
    event.outcome = end.outcome
    send(event, to: listened) { $0.waitEnded($1) }
  }

  private static func event(_ listened: Listened, _ wait: WaitFacts, _ elapsed: Duration) -> WaitEvent {
    let parts = wait.parts.map {
      WaitEvent.Part(description: $0.description, fulfillments: $0.fulfillments, isComplete: $0.isComplete)
    }
    return WaitEvent(
      wait: listened.number, waitedFor: wait.nameList, parts: wait.evaluations == nil ? parts : [],
      evaluations: wait.evaluations, test: wait.test, place: WaitReport.Place(wait.site), elapsed: elapsed,
      limit: wait.limit == .max ? nil : .nanoseconds(wait.limit))
  }

  /// Calls a method of each listener that knows the wait.
  private static func send(_ event: WaitEvent, to listened: Listened, _ call: (any WaitListener, WaitEvent) -> Void) {
    isCalling?.word = UnsafeMutableRawPointer(bitPattern: 1)
    defer { isCalling?.word = nil }
    for listener in listened.listeners { call(listener, event) }
  }
}
