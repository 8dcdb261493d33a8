import Expectations
import LoadSupport
import XCTest

/// Every wait here is for an event that comes within some tens of milliseconds of running time.
final class BusyTests: XCTestCase {
  func testSuspendingWaits_besideTheLoad_succeed() async {
    let load = Load()
    await withTaskGroup(of: Void.self) { group in
      for shape in Shape.all {
        group.addTask { await shape.run(beside: load) }
      }
    }
  }

  func testBlockingWaitsOnMain_besideTheLoad_succeed() throws {
    let load = Load(holdsMain: false)
    var round = 0
    while round < 3 || load.isOn {
      for callback in Callback.allCases {
        let done = Expectation("done")
        callback.start { done.fulfill() }
        done.wait(timeout: .seconds(1))
      }
      try waitForSeveral()
      round += 1
    }
  }

  private func waitForSeveral() throws {
    let expectations = Callback.allCases.map { callback in
      let done = Expectation(callback.rawValue)
      callback.start { done.fulfill() }
      return done
    }
    wait(for: expectations, timeout: .seconds(1))
    let isDone = Expectation("done", of: Bool.self)
    Callback.task.start { isDone.fulfill(true) }
    try eventually("done", timeout: .seconds(1)) { isDone.values.first }
    always("connected", for: .milliseconds(60)) { true }
  }
}
