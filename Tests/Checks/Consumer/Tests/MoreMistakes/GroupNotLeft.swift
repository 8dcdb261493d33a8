// # A dispatch group is entered and not left
//
// One of the requests fails, and its path does not leave the group. The group keeps the closure passed to `notify`, and
// does not call it.
import Dispatch
import Expectations
import Testing

// [code]
struct Requests {
  func fetch(_ names: [String], _ all: @escaping @Sendable () -> Void) {
    let group = DispatchGroup()
    for name in names {
      group.enter()
      DispatchQueue.global().async {
        guard !name.isEmpty else { return }
        group.leave()
      }
    }
    group.notify(queue: .global()) { all() }
  }
}

@Test func groupNotLeft() async {
  let fetched = Expectation("all fetched")
  Requests().fetch(["a", "", "c"], fetched.handler)
  await fetched.wait(timeout: .milliseconds(200))
}
