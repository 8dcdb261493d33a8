import Expectations
import XCTest

/// As in `StopsTests.swift`, for recorders.
final class StreamStopTests: StoppingXCTestCase {
  func test9_callOfARecorder() {
    let events = Recorder<Int>("events")
    events.record(1)
    events.dismiss()
    events.record(2)
    events.expectNone(for: .milliseconds(20))  // FAILS HERE
    XCTFail("the test has continued")
  }
}
