import Dispatch
import Expectations
import XCTest

/// Fulfilled with an error that no wait throws.
final class UnthrownErrorTests: XCTestCase {
  private func run(_ number: Int) {
    let isGuilty = Guilt.isGuilty(number)
    let loaded = Expectation("loaded", of: Int.self)
    let done = Expectation("done")
    DispatchQueue.global().async {
      if isGuilty { loaded.fulfill(throwing: CancellationError()) } else { loaded.fulfill(1) }
      done.fulfill()
    }
    wait(for: [loaded, done])  // FAILS HERE
  }

  func test01() { run(1) }
  func test02() { run(2) }
  func test03() { run(3) }
}
