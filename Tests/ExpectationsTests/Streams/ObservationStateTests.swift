import Testing

@testable import Expectations

/// Scripts for the state of an observation. Observers are numbers.
@Suite struct ObservationStateTests {
  private typealias State = ObservationState<Int>

  /// A state with an observer, 7, that was added for the first round.
  private static var observing: State {
    var state = State()
    _ = state.start()
    _ = state.add(7, for: 1)
    return state
  }

  @Test func started_countsWhatIsReceived_evenBeforeTheObserverIsNoted() {
    var state = State()
    #expect(!state.counts(1))
    #expect(state.start() == 1)
    #expect(state.counts(1))
    #expect(state.start() == nil, "it is on already")
    #expect(state.add(7, for: 1) == nil)
    #expect(state.observer == 7)
  }

  @Test func wait_thatIsDone_removesTheObserver_once() {
    var state = Self.observing
    #expect(state.beginWait() == nil)
    #expect(state.endWait(isDone: true) == 7)
    #expect(!state.counts(1))
    #expect(state.stop() == nil)
  }

  @Test func wait_thatIsNotDone_orNotTheLast_leavesIt() {
    var state = Self.observing
    _ = state.beginWait()
    #expect(state.endWait(isDone: false) == nil)
    _ = state.beginWait()
    _ = state.beginWait()
    #expect(state.endWait(isDone: true) == nil)
    #expect(state.counts(1))
    #expect(state.endWait(isDone: true) == 7)
  }

  @Test func secondWait_beginsARoundOfItsOwn() {
    var state = Self.observing
    _ = state.beginWait()
    _ = state.endWait(isDone: true)
    #expect(state.beginWait() == 2)
    #expect(!state.counts(1), "a straggler of the first round does not count")
    #expect(state.counts(2))
  }

  @Test func observer_addedTooLate_isHandedBack() {
    var state = State()
    _ = state.start()
    #expect(state.stop() == nil)
    #expect(state.add(7, for: 1) == 7)
    _ = state.start()
    #expect(state.add(7, for: 1) == 7, "of another round")
    #expect(state.observer == nil)
  }
}
