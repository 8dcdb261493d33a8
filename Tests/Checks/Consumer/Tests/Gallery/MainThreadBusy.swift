// # The main thread is busy
//
// A callback on the main thread takes longer than the timeout, and longer than the stall limit, up to which time does
// not count while the main queue does not run: half a minute by default, here 0.4 s. The wait services the main queue,
// so it can return only after the callback.
import Dispatch
import Expectations
import Foundation
import Testing
import XCTest

// [code]
final class MainThreadBusy: XCTestCase {
  func testHere() {
    let laidOut = Expectation("page laid out")
    DispatchQueue.main.async {
      Thread.sleep(forTimeInterval: 1.2)
      laidOut.fulfill()
    }
    laidOut.wait(timeout: .milliseconds(200))
  }
  // [peers]

  func testPeer() {
    let laidOut = expectation(description: "page laid out")
    DispatchQueue.main.async {
      Thread.sleep(forTimeInterval: 1.2)
      laidOut.fulfill()
    }
    wait(for: [laidOut], timeout: 0.2)
  }
}

@Test func mainThreadBusy_confirmation() async {
  await confirmation("page laid out") { laidOut in
    DispatchQueue.main.async {
      Thread.sleep(forTimeInterval: 1.2)
      laidOut()
    }
  }
}

@MainActor @Test func mainThreadBusy_polling() async {
  let isLaidOut = Box(false)
  DispatchQueue.main.async {
    Thread.sleep(forTimeInterval: 1.2)
    isLaidOut.value = true
  }
  await expectEventually { isLaidOut.value }
}
