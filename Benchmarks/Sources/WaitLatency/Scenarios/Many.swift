import Dispatch
import Expectations
import XCTest

/// One wait for n expectations on the main thread. After it has begun, a queue fulfills them one after the other.
enum ManyScenarios {
  static func many(_ count: Int, _ plan: Plan, reducedXCTest: Int?) -> Scenario {
    Scenario(
      name: "many/\(count)", about: "one wait for \(NumberText.grouped(count)), which are fulfilled when it has begun",
      unit: .milliseconds, plan: plan,
      candidates: [
        .each(Candidate.ours) { ours(count) },
        .each(PeerName.semaphore, remark: "n waits of one semaphore") { semaphore(count) },
        xctest(count, reducedTo: reducedXCTest),
      ] + smaller(than: count))
  }

  static func ordered(_ count: Int, _ plan: Plan, reducedXCTest: Int) -> Scenario {
    Scenario(
      name: "ordered/\(count)", about: "the same for \(NumberText.grouped(count)), in the order of the list",
      unit: .milliseconds, plan: plan,
      candidates: [
        .each(Candidate.ours) { ours(count, inOrder: true) },
        .each(PeerName.xctest, slowness: slowness(reducedXCTest), reducedSize: reducedXCTest) {
          xctest(reducedXCTest, inOrder: true)
        },
        .unable(PeerName.semaphore, "knows no order"),
      ])
  }

  private static func xctest(_ count: Int, reducedTo reduced: Int?) -> Candidate {
    guard count <= 10_000 else { return .unable(PeerName.xctest, "quadratic: it would take about 13 minutes") }
    let size = reduced ?? count
    return .each(PeerName.xctest, slowness: slowness(size), reducedSize: reduced) { xctest(size) }
  }

  /// The largest size is compared with a tenth of it in the same rounds: the cost of a wait must not be quadratic.
  private static func smaller(than count: Int) -> [Candidate] {
    guard count > 10_000 else { return [] }
    return [.each("\(Candidate.ours), a tenth") { ours(count / 10) }]
  }

  /// The approximate time of XCTest, in seconds; it is quadratic.
  private static func slowness(_ count: Int) -> Double { Double(count) * Double(count) * 7e-8 }

  private static func ours(_ count: Int, inOrder: Bool = false) -> Double {
    let expectations = (0..<count).map { _ in Expectation("one of many") }
    let waitables: [any Waitable] = expectations
    let start = Clock.now()
    whenWaiting { for expectation in expectations { expectation.fulfill() } }
    Expectations.wait(for: waitables, timeout: WaitLimit.duration, enforceOrder: inOrder)
    return Clock.microseconds(since: start) / 1000
  }

  private static func xctest(_ count: Int, inOrder: Bool = false) -> Double {
    let expectations = (0..<count).map { _ in XCTestExpectation(description: "one of many") }
    let start = Clock.now()
    whenWaiting { for expectation in expectations { expectation.fulfill() } }
    _ = XCTWaiter().wait(for: expectations, timeout: WaitLimit.beyondTheRun, enforceOrder: inOrder)
    return Clock.microseconds(since: start) / 1000
  }

  /// Main-queue blocks run when the wait services the run loop. Expectations that were complete before the wait would
  /// be another scenario, in which XCTest is not quadratic.
  private static func whenWaiting(_ work: @escaping @Sendable () -> Void) {
    DispatchQueue.main.async { DispatchQueue.global().async(execute: work) }
  }

  private static func semaphore(_ count: Int) -> Double {
    let semaphore = DispatchSemaphore(value: 0)
    let start = Clock.now()
    DispatchQueue.global().async { for _ in 0..<count { semaphore.signal() } }
    for _ in 0..<count { semaphore.wait() }
    return Clock.microseconds(since: start) / 1000
  }
}
