import Dispatch
import Foundation
import XCTest

@testable import Expectations

/// The verdict after a stall of the main queue.
final class RecorderMainThreadRealTimeTests: XCTestCase {
  /// During a stall no event can come, so a window of silence would prove nothing.
  func testExpectNone_inAStall_goesOnAfterIt() {
    let (isQuiet, host) = recording(Self.lookForNone)
    let line = Self.lookForNoneLine
    XCTAssertFalse(isQuiet)
    XCTAssertEqual(
      host.records,
      [
        """
        RecorderMainThreadTests.swift:\(line + 6): failure: "events" recorded 1 event where none was expected
          1: 1
            #  RecorderMainThreadTests.swift:\(line + 4), main
          created at RecorderMainThreadTests.swift:\(line)
        """
      ])
  }

  private static let lookForNoneLine = #line + 3

  private static func lookForNone() -> Bool {
    let events = Recorder<Int>("events")
    defer { events.dismiss() }
    DispatchQueue.main.async {
      Thread.sleep(forTimeInterval: 0.1)  // the stall
      events.record(1)
    }
    return events.expectNone(for: .milliseconds(30))
  }
}
