// [documented] The documentation shows lines of this file, and `DocumentedCodeTests` compares them.
import Foundation
import Observation
import TestSupport
import Testing

@testable import Expectations

@Suite struct ObservingTests {
  enum State: Equatable, Sendable {
    case idle, loading, loaded, failed
  }

  @MainActor @Observable final class Model {
    var state = State.idle
    var other = 0
    var child: Model?

    func load() async {
      state = .loading
      await Task.yield()
      state = .loaded
    }

    func loadAtOnce() {
      state = .loading
      state = .loaded
      state = .failed
    }
  }

  @MainActor @Test func eachState_isRecorded() async throws {
    let model = Model()
    let states = Recorder(observing: { model.state })
    await model.load()
    #expect(try await states.next(3) == [.idle, .loading, .loaded])
  }

  @MainActor @Test func statesWithoutASuspension_areRecorded() async throws {
    let model = Model()
    let states = Recorder(observing: { model.state })
    model.loadAtOnce()
    #expect(states.elements == [.idle, .loading, .loaded, .failed])
    #expect(try await states.next(4) == [.idle, .loading, .loaded, .failed])
  }

  @MainActor @Test func sameValue_isRecordedOnce() async throws {
    let model = Model()
    let states = Recorder(observing: { model.state })
    model.state = .idle
    model.other = 1
    model.state = .loading
    model.state = .loading
    #expect(try await states.next(2) == [.idle, .loading])
    await states.expectNone(for: .milliseconds(20))
  }

  @MainActor @Test func objectThatIsReadOnlyAfterAChange_isObserved() async throws {
    let model = Model()
    let states = Recorder(observing: { model.child?.state ?? model.state })
    let child = Model()
    child.state = .failed
    model.child = child
    #expect(try await states.next(2) == [.idle, .failed])
    // The main actor runs what was enqueued before.
    await Task { @MainActor in }.value
    await child.load()
    #expect(try await states.next(2) == [.loading, .loaded])
    // The change of an object that is no longer read is none.
    model.state = .loading
    await states.expectNone(for: .milliseconds(20))
  }

  @Test func closureOnTheMainActor_inATestThatIsNot() async throws {
    let model = await Model()
    let states = Recorder(observing: { @MainActor in model.state })
    #expect(try await states.next() == .idle)
    await model.load()
    #expect(try await states.next(2) == [.loading, .loaded])
  }

  /// The announcement comes long before the value.
  @Test(arguments: [0, 200, 20_000] as [UInt32]) @MainActor
  func changeOnAnotherThread_isRecordedOnTheMainActor(delay: UInt32) async throws {
    let meter = Meter(delay: delay)
    let values = Recorder(observing: { meter.value })
    #expect(try await values.next() == 0)
    Thread.detachNewThread { meter.value = 1 }
    #expect(try await values.next() == 1)
  }

  /// The second change may be announced before anything observes it.
  @Test(arguments: [0, 200] as [UInt32]) @MainActor
  func lastOfTwoChangesOnAnotherThread_isRecordedOnTheMainActor(delay: UInt32) async throws {
    for _ in 0..<20 {
      let meter = Meter(delay: delay)
      let values = Recorder(observing: { meter.value })
      Thread.detachNewThread {
        meter.value = 1
        meter.value = 2
      }
      while try await values.next() != 2 {}
    }
  }

  @Test func closureWithoutIsolation_recordsEachValueOfAThread() async throws {
    let meter = Meter()
    let values = Recorder(observing: { meter.value })
    Thread.detachNewThread { for value in 1...500 { meter.value = value } }
    #expect(try await values.next(501) == Array(0...500))
    await values.expectNone(for: .milliseconds(10))
  }

  /// A change that calls a closure before it stores the value.
  @Observable final class Gauge: Sendable {
    @ObservationIgnored private let number = Locked(0)

    func read() -> Int {
      access(keyPath: \.number)
      return number.withLock { $0 }
    }

    func change(to value: Int, before: () -> Void) {
      withMutation(keyPath: \.number) {
        before()
        number.withLock { $0 = value }
      }
    }
  }

  /// The pool looks for the value of the first change. It begins to observe after the second change has collected the
  /// observations to announce to, with a value from before the first.
  @Test func observationThatBeginsDuringAChange_leavesNoValueOut() async throws {
    for _ in 0..<5 {
      let gauge = Gauge()
      let (hasRead, mayReturn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      let (looksAgain, isChanged) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      let (looks, changing) = (Counter(), Locked<ObjectIdentifier?>(nil))
      let values = Recorder(
        observing: {
          let thread = ObjectIdentifier(Thread.current)
          // Neither the thread that makes the changes nor the test looks.
          guard changing.withLock({ $0 != nil && $0 != thread }), Test.current == nil else { return gauge.read() }
          let look = looks.next()
          if look == 2 {
            looksAgain.signal()
            isChanged.wait()
          }
          let value = gauge.read()
          if look == 1 {
            hasRead.signal()
            mayReturn.wait()
          }
          return value
        })
      Thread.detachNewThread {
        changing.withLock { $0 = ObjectIdentifier(Thread.current) }
        gauge.change(to: 1) { hasRead.wait() }
        // One of these is announced to before the recorder, in all likelihood, and lets the look go on to its end.
        let isFirst = Locked(true)
        for _ in 0..<8 {
          withObservationTracking {
            _ = gauge.read()
          } onChange: {
            let isFirst = isFirst.withLock { isFirst in
              defer { isFirst = false }
              return isFirst
            }
            guard isFirst else { return }
            mayReturn.signal()
            looksAgain.wait()
          }
        }
        gauge.change(to: 2) {}
        isChanged.signal()
      }
      #expect(try await values.next(3) == [0, 1, 2])
    }
  }

  @Test func closureWithoutIsolation_inABlockingTest() throws {
    let meter = Meter()
    let values = Recorder(observing: { meter.value })
    meter.value = 1
    meter.value = 2
    #expect(try values.next(3) == [0, 1, 2])
    Thread.detachNewThread { meter.value = 3 }
    #expect(try values.next() == 3)
  }

  /// Other tests may block all threads of the pool. This change is stored after it has been announced.
  @Test(.realTime, .ownThreads) func closureWithoutIsolation_withoutThePool() async {
    await #expect(processExitsWith: .success) {
      let count = 2 * ProcessInfo.processInfo.activeProcessorCount
      for _ in 0..<count { Task.detached(priority: .medium) { usleep(60_000_000) } }
      Self.recordAChange()
    }
  }

  /// Ends the process, as nothing that is suspended can go on.
  private static func recordAChange() -> Never {
    let meter = Meter(delay: 20_000)
    let values = Recorder(observing: { meter.value })
    Thread.detachNewThread { meter.value = 1 }
    let isRecorded = (try? values.next(2)) == [0, 1]
    exit(isRecorded ? EXIT_SUCCESS : EXIT_FAILURE)
  }

  actor Observer {
    func records() async throws {
      let meter = Meter()
      let values = Recorder(observing: {
        self.assertIsolated()
        return meter.value
      })
      #expect(try await values.next() == 0)
      meter.value = 1
      #expect(try await values.next() == 1)
    }
  }

  @Test func closureOnAnotherActor_runsThere() async throws { try await Observer().records() }

  @MainActor @Test func unconsumedValue_isAFailure() async {
    let (_, host) = await recording {
      let model = Model()
      let states = Recorder(observing: { model.state })
      model.loadAtOnce()
      #expect(await states.skip(3))
    }
    #expect(host.problems.map(\.line) == [2], "\(host.problems)")
    #expect(host.problems.first?.message.contains("failed") == true, "\(host.problems)")
  }

  @Test func closureThatReadsNothingObservable_isNamedInTheFailure() async {
    let (_, host) = await recording {
      let plain = Locked(0)
      let values = Recorder(observing: { plain.withLock { $0 } })
      #expect(await values.skip())
      #expect(await values.skip(timeout: .zero) == false)
    }
    let lines = host.failures.first?.message.split(separator: "\n") ?? []
    #expect(lines.first == "Timed out after 0 s: \"values of Int\" recorded 0 of 1 more event")
    #expect(
      lines.contains(
        "  the closure read no observable property, so no change is noticed: mark the type with `@Observable`"))
  }

  /// It does not equal itself.
  @Test func notANumber_isOneValue() async throws {
    let values = Recorder(observing: { Double.nan })
    try await values.next()
    #expect(await values.expectNone(for: .zero))
    #expect(values.elements.count == 1)
  }

  @Test func changeThatOnlyTheCallFinds_cameBeforeTheCall() async throws {
    let (_, host) = try await recording {
      let plain = Locked(0)
      let values = Recorder(observing: { plain.withLock { $0 } })
      try await values.expectNext(0, timeout: .zero)
      plain.withLock { $0 = 1 }
      #expect(await values.expectNone(for: .zero) == false)
      plain.withLock { $0 = 2 }
      try await values.expectNext(1, 2, timeout: .zero)
    }
    #expect(host.problems == [.failure(5, #""values of Int" recorded 1 event where none was expected"#)])
  }

  @MainActor @Test func releasedRecorder_keepsNothing() async throws {
    let model = Model()
    weak var captured: Model?
    do {
      let other = Model()
      captured = other
      let states = Recorder(observing: { (model.state, other.other).1 })
      other.other = 1
      await Task.yield()
      model.state = .loading
      #expect(try await states.next(2) == [0, 1])
    }
    try await eventually("it is released") { captured == nil }
    model.state = .failed
  }

  /// An observation that a later one replaces counts no more: their number stays the same.
  @MainActor @Test func manyChanges_evaluateTheClosureAFewTimesEach() async throws {
    let (model, evaluations) = (Model(), Locked(0))
    let numbers = Recorder(observing: {
      evaluations.withLock { $0 += 1 }
      return model.other
    })
    for number in 1...100 {
      model.other = number
      await Task.yield()
    }
    #expect(try await numbers.next(101) == Array(0...100))
    #expect(evaluations.withLock { $0 } < 500)
  }
}

#if canImport(Combine)
  import Combine

  @Suite struct PublisherTests {
    @Test func valuesAndCompletion() async throws {
      let subject = PassthroughSubject<Int, any Error>()
      let numbers = Recorder(subject)
      subject.send(1)
      subject.send(completion: .finished)
      #expect(try await numbers.next() == 1)
      try await numbers.finish()
    }
  }
#endif

#if canImport(ObjectiveC)
  @Suite struct KeyValueObservingTests {
    final class Download: NSObject {
      @objc dynamic var fraction = 0.0
    }

    @Test func valuesOfAProperty() async throws {
      let download = Download()
      let fractions = Recorder(observing: download, \.fraction)
      download.fraction = 0.5
      #expect(try await fractions.next(2) == [0, 0.5])
    }
  }
#endif
