// # Two queues call each other synchronously
//
// Each queue waits in `sync` for the other one.
import Dispatch
import Expectations
import Testing

// [code]
struct Database {
  let reads = DispatchQueue(label: "reads")
  let writes = DispatchQueue(label: "writes")

  func read(_ both: DispatchGroup) {
    reads.sync {
      both.leave()
      both.wait()
      writes.sync {}
    }
  }

  func write(_ both: DispatchGroup) {
    writes.sync {
      both.leave()
      both.wait()
      reads.sync {}
    }
  }
}

@Test func queuesCrossed() async {
  let database = Database()
  let stored = Expectation("stored", count: 2)
  let both = DispatchGroup()
  both.enter()
  both.enter()
  DispatchQueue.global().async {
    database.read(both)
    stored.fulfill()
  }
  DispatchQueue.global().async {
    database.write(both)
    stored.fulfill()
  }
  await stored.wait(timeout: .milliseconds(300))
}
