import Expectations

/// Checks each test of XCTest if `EXPECTATIONS_LEFTOVERS` is set. The target `ExpectationsBeforeTests` calls it when
/// the loader loads the program or the test bundle.
///
/// Assumption: the linker prefers this function to the weak one in C; `@_cdecl` gives it the name.
/// Check: by `Tests/Checks/Consumer/check`, with `EXPECTATIONS_LEFTOVERS`.
/// If false: the variable has no effect.
/// Remove when: XCTest has a way to run code around each test.
@_cdecl("expectations_before_tests_of_leftovers")
@usableFromInline
func checkRun() {
  guard let seconds = TestScopes.gracePeriod else { return }
  let rules = LeftoverRules(
    gracePeriod: .seconds(min(seconds, 1e9)), exceptions: TestScopes.exceptions, includesDetached: true)
  TestScopes.set {
    let scope = TaskScope(of: "this test", rules, at: CallSite(fileID: "", filePath: "", line: 0, column: 0))
    let end = scope.begin()
    return {
      guard let end else { return }
      end()
      if let text = scope.waitForEnd() { scope.record(text) }
    }
  }
}
