/// Prepares the test frameworks before any test runs. The target `ExpectationsBeforeTests` calls it when the loader
/// loads the program or the test bundle.
///
/// XCTest announces each test that starts, but cannot say which test is running, so the library must observe it from
/// the first test on. In Swift Testing, the error that stops a test belongs to the framework, which throws it only when
/// a check fails. The library makes a check fail now, before the framework records anything, and keeps the error. In
/// XCTest, it does so when the first suite starts, which a program that runs no tests never announces.
///
/// Assumption: the linker prefers this function to the weak one in C, which the loader calls before the first test;
/// `@_cdecl` gives it the name.
/// Check: by `Tests/Consumer/check`.
/// If false: the library observes XCTest only from its first use, whose test it does not know: failures of that test
/// are printed, and the run fails. The first failure that stops a test begins with a sentence of the framework.
/// Remove when: XCTest says which test is running, and both frameworks have an error that ends a test.
@_cdecl("expectations_before_tests")
@usableFromInline
func beforeTests() {
  EnvironmentSetting.reportUnknownNames()
  TestHosts.observer.prepare()
  switch TestProcess.kind {
  case .swiftTesting:
    // On Apple platforms, XCTest may record a check that fails outside a test.
    #if !canImport(Darwin)
      TestingFailure.prepare()
    #endif
  case .both, .other:
    #if canImport(XCTest)
      XCTestOfProcess.start()
    #endif
  }
}
