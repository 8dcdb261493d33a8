import Foundation
import Observation
import XCTest

@testable import Expectations

/// Recorders of the values of observable properties, in XCTest.
final class ObservingXCTests: XCTestCase {
  /// The main thread of a process of XCTest is that of the main actor.
  func testStates_inABlockingTest() throws {
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
}
