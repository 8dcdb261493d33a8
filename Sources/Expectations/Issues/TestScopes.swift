import Foundation

/// Code that a library on top of this one runs before and after each test of XCTest, on the main thread.
package enum TestScopes {
  /// Returns what runs after the test. Before that, nothing else of the test still runs on the main thread.
  package typealias Begin = @Sendable () -> @Sendable () -> Void

  private static let code = Locked<Begin?>(nil)
  private static let pending = Locked<(@Sendable () -> Void)?>(nil)

  /// Sets the code. Call it before the first test.
  package static func set(_ begin: @escaping Begin) { code.withLock { $0 = begin } }

  /// How long the tasks of each test of XCTest may take to end, in seconds; nil if it is not checked.
  package static let gracePeriod = EnvironmentSetting.notNegative("EXPECTATIONS_LEFTOVERS")

  /// The names of the tasks, types and functions whose tasks may be left.
  package static let exceptions: [String] =
    EnvironmentSetting.read("EXPECTATIONS_LEFTOVERS_EXCEPT", "a list of names, separated by commas") { text in
      let names = text.components(separatedBy: ",").map { $0.trimmingCharacters(in: .whitespaces) }
      return names.contains("") ? nil : names
    } ?? []

  private static let noteMissing: Void = {
    guard gracePeriod != nil else { return }
    StandardError.print(
      "Expectations: EXPECTATIONS_LEFTOVERS needs the library `Leftovers`, which the tests do not link; it is ignored.")
  }()

  static func begin() {
    guard let begin = code.withLock({ $0 }) else {
      _ = noteMissing
      return
    }
    let end = begin()
    pending.withLock { $0 = end }
  }

  /// Ends nothing: an exception has ended the test, and what it has left on the thread is not known.
  static func forget() { pending.withLock { $0 = nil } }

  static func end() {
    let end = pending.withLock { $0.take() }
    end?()
  }
}
