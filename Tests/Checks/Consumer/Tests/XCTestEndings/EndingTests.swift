import Expectations
import Foundation
import XCTest

/// An expectation is fulfilled once too often at the instant in which its test ends, also in the test that uses the
/// library first. XCTest ends the process when a failure is recorded a moment too late; the library must prevent that.
final class EndingTests: XCTestCase {
  func test01() { overFulfill() }  // FAILS HERE
  func test02() { overFulfill() }  // FAILS HERE
  func test03() { overFulfill() }  // FAILS HERE
  func test04() { overFulfill() }  // FAILS HERE
  func test05() { overFulfill() }  // FAILS HERE
  func test06() { overFulfill() }  // FAILS HERE
  func test07() { overFulfill() }  // FAILS HERE
  func test08() { overFulfill() }  // FAILS HERE
  func testAsync01() async { await overFulfillAsync() }  // FAILS HERE
  func testAsync02() async { await overFulfillAsync() }  // FAILS HERE
  func testAsync03() async { await overFulfillAsync() }  // FAILS HERE
  func testAsync04() async { await overFulfillAsync() }  // FAILS HERE
  func testAsync05() async { await overFulfillAsync() }  // FAILS HERE
  func testAsync06() async { await overFulfillAsync() }  // FAILS HERE
  func testAsync07() async { await overFulfillAsync() }  // FAILS HERE
  func testAsync08() async { await overFulfillAsync() }  // FAILS HERE
  func testUnharmed() { usleep(50_000) }

  private func overFulfill(line: UInt = #line) {
    let once = Expectation("once")
    once.fulfill()
    once.wait()
    let delay = UInt32.random(in: 0..<200)
    DispatchQueue.global().async {
      usleep(delay)
      once.fulfill(line: line)
    }
    usleep(100)
  }

  private func overFulfillAsync(line: UInt = #line) async {
    let once = Expectation("once")
    once.fulfill()
    await once.wait()
    let delay = UInt32.random(in: 0..<200)
    Task.detached {
      usleep(delay)
      once.fulfill(line: line)
    }
    usleep(100)
  }
}
