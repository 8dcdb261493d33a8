import Dispatch
import Foundation
import XCTest

@testable import Expectations

final class RecorderMainThreadTests: XCTestCase {
  func testNext_onMain_servicesTheMainQueue_andTheRunLoop() throws {
    let events = Recorder<String>("events")
    DispatchQueue.main.async { events.record("main queue") }
    let first = try events.next(timeout: .seconds(5))
    XCTAssertEqual(first, "main queue")
    let timer = Timer(timeInterval: 0.001, repeats: false) { _ in events.record("timer") }
    RunLoop.main.add(timer, forMode: .default)
    let second = try events.next(timeout: .seconds(5))
    XCTAssertEqual(second, "timer")
  }

  /// The main thread of a process of XCTest is that of the main actor.
  func testStatesOfAnObservedModel_inABlockingTest() throws {
    try MainActor.assumeIsolated {
      let model = ObservingTests.Model()
      let states = Recorder(observing: { model.state })
      Task { await model.load() }
      XCTAssertEqual(try states.next(3, timeout: .seconds(10)), [.idle, .loading, .loaded])
      model.loadAtOnce()
      XCTAssertEqual(states.unconsumed, [.loading, .loaded, .failed])
      states.dismiss()
    }
  }

  func testNested_outerTimesOut_innerIsInterrupted_andSaysSo() throws {
    let (_, host) = recording {
      let events = Recorder<Int>("events")
      DispatchQueue.main.async { XCTAssertFalse(events.skip(timeout: .seconds(60))) }
      XCTAssertEqual(report(of: [Expectation("outer")], timeout: .milliseconds(30)).outcome, .timedOut)
    }
    XCTAssertEqual(
      host.problems,
      [.failure(2, #"Interrupted after # because the enclosing wait timed out: "events" recorded 0 of 1 event"#)]
    )
  }

  /// A window is on real time, which does not mean that it blocks the main queue: in a timer, it does not.
  func testNested_outerTimesOut_windowIsInterrupted_andBlocksNothing() {
    let (_, host) = recording {
      let events = Recorder<Int>("events")
      let timer = Timer(timeInterval: 0.001, repeats: false) { _ in
        XCTAssertFalse(events.expectNone(for: .seconds(60)))
      }
      RunLoop.main.add(timer, forMode: .default)
      XCTAssertEqual(report(of: [Expectation("outer")], timeout: .milliseconds(30)).outcome, .timedOut)
    }
    XCTAssertEqual(host.problems.count, 1)
    XCTAssertTrue(host.problems.first?.text.contains("\"events\" should record nothing\n") ?? false)
    XCTAssertFalse(host.problems.first?.text.contains("blocked") ?? true)
  }
}

/// The verdict after a stall of the main queue.
final class RecorderMainThreadRealTimeTests: XCTestCase {
  func testNext_whatCameInTime_passes_howeverLateTheWaiterLooks() throws {
    let events = Recorder<Int>("events")
    DispatchQueue.main.async {
      events.record(1)
      Thread.sleep(forTimeInterval: 0.4)  // the stall
      events.record(2)
    }
    let first = try events.next(timeout: .milliseconds(200))
    XCTAssertEqual(first, 1)
    XCTAssertEqual(events.unconsumed, [2])
    events.dismiss()
  }

  func testNext_whatCameTooLate_fails_thoughTheWaiterSeesIt() throws {
    let (_, host) = try StallLimit.off {
      try recording {
        let events = Recorder<Int>("events")
        DispatchQueue.main.async {
          Thread.sleep(forTimeInterval: 0.3)  // the stall
          events.record(1)
        }
        XCTAssertThrowsError(try events.next(timeout: .milliseconds(30)))
        XCTAssertEqual(events.unconsumed, [1], "the event was not taken")
      }
    }
    XCTAssertEqual(host.problems.map(\.line), [6])
    let lines = host.problems.first?.message.split(separator: "\n") ?? []
    XCTAssertEqual(lines.prefix(2), ["Timed out after 0.030 s: \"events\" recorded 1 of 1 event", "  1: 1"])
    XCTAssertTrue(lines.contains { $0.hasPrefix("  complete ") && $0.contains(" after the 0.030 s limit") })
  }

  func testExpectNone_whatCameAfterTheWindow_isNoFailure() {
    let (isQuiet, host) = StallLimit.off {
      recording {
        let events = Recorder<Int>("events")
        defer { events.dismiss() }
        DispatchQueue.main.async {
          Thread.sleep(forTimeInterval: 0.1)  // the stall
          events.record(1)
        }
        return events.expectNone(for: .milliseconds(30))
      }
    }
    XCTAssertTrue(isQuiet)
    XCTAssertEqual(host.problems, [])
  }
}
