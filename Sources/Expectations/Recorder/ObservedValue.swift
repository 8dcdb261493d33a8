import Dispatch
import Foundation
import Observation

/// Passes on the values that a closure returns as the observable properties change that it reads.
///
/// Observation announces a change before the new value is set, and only once. So the announcement reads the value so
/// far, observes anew, and has the closure evaluated once more when the change has been made.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
final class ObservedValue<Element: Sendable & Equatable>: Sendable {
  private struct State {
    var last: Element?
    /// The number of the last evaluation that began, and of the last one whose value counted.
    var begun = 0
    var counted = 0
    /// How many observations have begun, and the last one that exists. Those before it cannot be withdrawn, and are
    /// not followed by others.
    var observations = 0
    var observation = 0
    /// How many changes were announced.
    var changes = 0
    /// Whether the closure has read an observable property.
    var hasRead = false
    /// The values to pass on, and whether a thread passes one on now.
    var values: [Element] = []
    var isPassingOn = false
  }

  private let value: @isolated(any) @Sendable () -> Element
  private let isolation: (any Actor)?
  private let record: @Sendable (Element) -> Void
  private let state = Locked(State())
  /// Its thread is none of the pool.
  private let queue = DispatchQueue(label: "expectations.observing")

  /// - Parameter record: Receives each value that differs from the one before, in order.
  init(_ value: @escaping @isolated(any) @Sendable () -> Element, record: @escaping @Sendable (Element) -> Void) {
    (self.value, self.record) = (value, record)
    isolation = value.isolation
  }

  /// Evaluates the closure for the first time, and begins to observe.
  func begin() {
    perform { observed in
      observed.observe()
      // Another thread may have changed the value before the observation existed.
      observed.evaluate()
    }
  }

  /// Evaluates the closure, if it can run on this thread, so that a change that was made here before is recorded.
  func refresh() { perform { $0.evaluate() } }

  /// Says why no change was announced; nil if the closure reads something observable.
  var remark: String? {
    state.withLock { $0.hasRead || $0.observations == 0 }
      ? nil : "the closure read no observable property, so no change is noticed: mark the type with `@Observable`"
  }

  // MARK: Where the closure runs

  /// Calls a method where the closure may be evaluated: at once, if that is here. Returns whether it was.
  @discardableResult
  private func perform(_ action: @escaping @Sendable (ObservedValue) -> Void) -> Bool {
    guard let isolation else {
      action(self)
      return true
    }
    guard isolation === MainActor.shared else {
      Task.detached { [weak self] in await Self.perform(action, on: self, in: isolation) }
      return false
    }
    #if canImport(Darwin)
      guard Thread.isMainThread else {
        Task.detached { @MainActor [weak self] in if let self { action(self) } }
        return false
      }
      MainActor.assumeIsolated { action(self) }
      return true
    #else
      let (caller, isHere) = (pthread_self(), Locked(false))
      Task.immediate { @MainActor [weak self] in
        // Another thread may run it before this one goes on.
        if pthread_self() == caller { isHere.withLock { $0 = true } }
        if let self { action(self) }
      }
      return isHere.withLock { $0 }
    #endif
  }

  private static func perform(
    _ action: @Sendable (ObservedValue) -> Void, on observed: ObservedValue?, in isolation: isolated (any Actor)?
  ) {
    if let observed { action(observed) }
  }

  // MARK: Evaluating

  private func evaluate() { note(at: nextNumber) { read() } }

  private var nextNumber: Int {
    state.withLock {
      $0.begun += 1
      return $0.begun
    }
  }

  /// Evaluates the closure, and notes its value. An evaluation counts only if no later one has counted before.
  ///
  /// Your code, which compares and receives values, runs outside the lock.
  private func note(at number: Int, _ evaluate: () -> Element) {
    let value = evaluate()
    var isNoted = false
    while !isNoted {
      let (last, counted) = state.withLock { ($0.last, $0.counted) }
      guard number > counted else { return }
      // What holds a NaN does not equal itself, so its text decides.
      let isNew = value != last && (value == value || last.map { "\($0)" } != "\(value)")
      // The previous value is released after the lock.
      let previous: Element?
      (isNoted, previous) = state.withLock { state in
        guard state.counted == counted else { return (false, nil) }
        state.counted = number
        guard isNew else { return (true, nil) }
        state.values.append(value)
        defer { state.last = value }
        return (true, state.last)
      }
      withExtendedLifetime(previous) {}
    }
    passOn()
  }

  /// Passes on the values in their order, one thread at a time.
  private func passOn() {
    while true {
      let value: Element? = state.withLock { state in
        guard !state.isPassingOn, !state.values.isEmpty else { return nil }
        state.isPassingOn = true
        return state.values.removeFirst()
      }
      guard let value else { return }
      record(value)
      state.withLock { $0.isPassingOn = false }
    }
  }

  private func observe() {
    let observation = state.withLock { state in
      state.observations += 1
      return state.observations
    }
    note(at: nextNumber) {
      let (value, isObserved) = observingChanges(read) { [weak self] in self?.willChange(observation) }
      if isObserved { state.withLock { $0.hasRead = true } }
      return value
    }
    state.withLock { $0.observation = max($0.observation, observation) }
  }

  private func willChange(_ observation: Int) {
    let (isLast, change) = state.withLock { state in
      let isLast = observation >= state.observation
      if isLast || isolation == nil { state.changes += 1 }
      return (isLast, state.changes)
    }
    // Another thread may have begun a later observation since this change collected the ones that it announces to. It
    // may have read the value before the last change, so the value so far is read here in any case.
    guard isLast || isolation == nil else { return }
    let isHere = perform { if isLast { $0.observe() } else { $0.evaluate() } }
    guard isolation === MainActor.shared, isHere else { return look(after: change) }
    // A task on the main actor runs after the change. The closure may then read other objects.
    Task.detached { @MainActor [weak self] in self?.observe() }
  }

  // MARK: Looking for an announced value

  /// Where the change is made elsewhere, nothing tells when the new value is stored: looks again and again.
  private func look(after change: Int) {
    // A test that waits without suspending may block the whole concurrency pool. In an exploration, a task looks.
    if isolation == nil, ControlledTime.current == nil { return lookOutsideThePool(after: change) }
    let observed: @Sendable () -> ObservedValue? = { [weak self] in self }
    Task.detached {
      var time = Duration.zero
      while await Self.looksAgain(after: change, observed()), let pause = Self.pause(after: time) {
        try? await Task.sleep(for: pause)
        time += pause
      }
    }
  }

  /// How long to pause after an evaluation if `time` has passed since the change was announced; nil at the end.
  private static func pause(after time: Duration) -> Duration? {
    time < .seconds(2) ? min(time + .milliseconds(1), .milliseconds(100)) : nil
  }

  /// Returns whether to look once more. A new value is no reason to stop: the next change may have been announced
  /// before it was observed.
  private static func looksAgain(after change: Int, _ observed: ObservedValue?) async -> Bool {
    guard let observed, observed.isLast(change) else { return false }
    await perform({ $0.observe() }, on: observed, in: observed.isolation)
    return true
  }

  private func lookOutsideThePool(after change: Int, time: Duration = .zero, pause: Duration = .zero) {
    queue.asyncAfter(deadline: .now() + pause / .seconds(1)) { [weak self] in
      guard let self, isLast(change) else { return }
      observe()
      guard let pause = Self.pause(after: time) else { return }
      lookOutsideThePool(after: change, time: time + pause, pause: pause)
    }
  }

  private func isLast(_ change: Int) -> Bool { state.withLock { $0.changes == change } }

  /// Calls the closure. Call it only where the closure is isolated.
  ///
  /// Assumption: a function value has the same form with and without an isolation that is known at runtime. The
  /// standard library assumes the same in its own sequence of observed values.
  /// Check: by the first value of each test of `ObservingTests`.
  /// If false: the tests of these recorders crash.
  /// Remove when: an isolated function can be called synchronously where its isolation is known to hold.
  private func read() -> Element {
    unsafeBitCast(Isolated(call: value), to: Synchronous.self)()
  }

  private typealias Synchronous = @Sendable () -> Element

  private struct Isolated {
    let call: @isolated(any) @Sendable () -> Element
  }
}
