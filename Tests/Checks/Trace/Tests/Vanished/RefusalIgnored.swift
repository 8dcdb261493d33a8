// # A refusal is ignored
//
// The spooler takes two pages at a time, and returns `false` for the third. The printer does not look at the result.
import Dispatch
import Expectations
import Testing

// [code]
final class Spooler: @unchecked Sendable {
  private let queue = DispatchQueue(label: "spooler")
  private let capacity = 2
  private var jobs: [@Sendable () -> Void] = []

  @discardableResult func submit(_ job: @escaping @Sendable () -> Void) -> Bool {
    queue.sync {
      guard jobs.count < capacity else { return false }
      jobs.append(job)
      return true
    }
  }

  func run() {
    queue.async {
      for job in self.jobs { job() }
      self.jobs = []
    }
  }
}

struct PagePrinter: Sendable {
  let spooler = Spooler()

  func printPages(_ pages: ClosedRange<Int>, completion: @escaping @Sendable () -> Void) {
    for page in pages {
      spooler.submit { if page == pages.upperBound { completion() } }  // ✘
    }
    spooler.run()
  }
}

@Test func refusalIgnored() async {
  let printed = Expectation("pages printed")
  PagePrinter().printPages(1...3) { printed.fulfill() }
  await printed.wait(timeout: .milliseconds(300))
}
