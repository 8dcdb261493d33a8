// # The main thread is busy
//
// A callback keeps the main thread for longer than the stall limit: half a minute by default, here 0.4 s. The wait can
// return only after it.
import Dispatch
import Expectations
import Foundation
import Testing
import XCTest

// [code, alone]
final class MainThreadBusy: XCTestCase {
  func testHere() {
    let laidOut = Expectation("page laid out")
    DispatchQueue.main.async {
      Thread.sleep(forTimeInterval: 1.2)
      laidOut.fulfill()
    }
    laidOut.wait(timeout: .milliseconds(200))
  }
}
