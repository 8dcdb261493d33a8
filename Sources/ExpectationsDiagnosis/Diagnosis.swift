import Expectations
import Foundation

/// Adds the diagnosis to the library. The target `ExpectationsBeforeTests` calls it when the loader loads the program
/// or the test bundle, so a test target only links the product.
///
/// Assumption: the linker prefers this function to the weak one in C; `@_cdecl` gives it the name.
/// Check: by `Tests/Checks/Consumer/check`.
/// If false: failures say no more than without the product.
/// Remove when: Swift has initializers of modules.
@_cdecl("expectations_before_tests_of_diagnosis")
@usableFromInline
func addDiagnosis() {
  EnvironmentSetting.linked.withLock { _ = $0.insert("ExpectationsDiagnosis") }
  RunObservers.set(Diagnosis())
  Stacks.prepare()
  Watchdog.prepare()
  Rehearsal.prepare()
}

/// Passes on what the library tells.
final class Diagnosis: RunObserver {
  var watchesProgress: Bool { WaitListeners.areThere }

  func waitBegan(_ wait: WaitFacts) {
    Watchdog.shared?.began(wait)
    WaitListeners.began(wait)
  }

  func waitProgressed(_ wait: WaitFacts) { WaitListeners.progressed(wait) }

  func waitEnded(_ wait: WaitFacts, _ end: WaitEnd) {
    Watchdog.shared?.ended(wait)
    WaitLog.note(wait, end)
    WaitListeners.ended(wait, end)
  }

  func waitsTimedOut(_ proceed: @escaping @Sendable () -> Void) { Stacks.copy(then: proceed) }

  func lines(for wait: WaitFacts) -> (own: [String], others: String?) { Stacks.lines(for: wait) }

  func testsChanged() {
    Stacks.prepareTest()
    Watchdog.noteTests()
    Rehearsal.testsChanged()
  }

  func failureRecorded(in test: String?) { Rehearsal.noteFailure(in: test) }
}
