import Expectations
import Foundation

/// The expectations that a test has made by `expectation(…)`, and for which it has not yet waited.
///
/// The list keeps them alive, because a test may hold one only weakly. One that stays is a failure where it was
/// created, at the end of its test or of the run.
enum PendingExpectations {
  private struct State {
    var lists: [CallersTest: [XCTestExpectation]] = [:]
    var waiting: Set<CallersTest> = []
  }

  // Unsafe: the lock is held for each access.
  nonisolated(unsafe) private static var state = State()
  private static let lock = NSLock()

  static func add<E: XCTestExpectation>(_ expectation: E) -> E {
    lock.withLock { state.lists[expectation.test, default: []].append(expectation) }
    return expectation
  }

  static func remove(_ expectations: [XCTestExpectation]) {
    // The caller holds the expectations, so nothing is released inside the lock.
    let removed = Set(expectations.map(ObjectIdentifier.init))
    lock.withLock {
      for test in Set(expectations.map(\.test)) {
        state.lists[test]?.removeAll { removed.contains(ObjectIdentifier($0)) }
        if state.lists[test]?.isEmpty ?? false { state.lists[test] = nil }
      }
    }
  }

  /// Begins a wait for all expectations of the calling test. Returns nil, after recording why, if there can be none.
  static func beginWait(at site: CallSite) -> (test: CallersTest, expectations: [XCTestExpectation])? {
    let test = CallersTest()
    let (isNested, all) = lock.withLock {
      let (isNested, all) = (state.waiting.contains(test), state.lists[test] ?? [])
      if !all.isEmpty { state.waiting.insert(test) }
      return (isNested, all)
    }
    guard !isNested else {
      test.recordFailure(
        "The test waits already: a wait for all of its expectations cannot be inside another", at: site)
      return nil
    }
    guard !all.isEmpty else {
      test.recordFailure("There is nothing to wait for: the test has made no expectation since its last wait", at: site)
      return nil
    }
    return (test, all)
  }

  static func endWait(of test: CallersTest) { _ = lock.withLock { state.waiting.remove(test) } }
}
