// # A group is entered once too often
//
// `wait` of the group does not return.
import Dispatch
import Expectations
import Testing

// [code]
@Test func groupEnteredTwice() async {
  let loaded = Expectation("loaded")
  DispatchQueue.global().async {
    let group = DispatchGroup()
    group.enter()
    group.enter()
    DispatchQueue.global().async { group.leave() }
    group.wait()
    loaded.fulfill()
  }
  await loaded.wait(timeout: .milliseconds(300))
}
