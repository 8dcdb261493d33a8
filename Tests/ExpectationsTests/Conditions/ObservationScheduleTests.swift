import Testing

@testable import Expectations

/// How often a condition observes what it reads.
@Suite struct ObservationScheduleTests {
  @Test func observations_doNotPileUp() {
    var schedule = ObservationSchedule()
    #expect((1...1000).filter { _ in schedule.shouldObserve() } == [1, 20, 400])
    schedule.end()
    #expect((0...100).filter { _ in schedule.shouldObserve() } == [1, 20])
  }
}
