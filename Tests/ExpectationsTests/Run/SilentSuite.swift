import Foundation
import Testing

/// Switches the tests of `SilentSuite` on.
enum SilentSuiteVariable {
  static let name = "SILENT_SUITE_HANGS"
  static var isSet: Bool { ProcessInfo.processInfo.environment[name] != nil }
}

/// Tests that hang without the library. `FirstTestTests` runs them.
@Suite(.enabled(if: SilentSuiteVariable.isSet)) struct SilentSuite {
  @Test func blocks() {
    // This sleep simulates a test that hangs; it synchronizes nothing.
    Thread.sleep(forTimeInterval: 600)
  }

  @Test(arguments: ["a"]) func isSuspended(_ name: String) async {
    await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
  }

  @Test("ends, and is not named") func ends() {}
}
