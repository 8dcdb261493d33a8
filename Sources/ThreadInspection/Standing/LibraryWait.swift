/// What a thread or task waits for in the library that reports where it stands.
package enum LibraryWait: Sendable, Hashable {
  case expectation
  case manualClock
  case recorder
  case condition
  /// The end of the body of `within`.
  case body

  /// Parts of the symbols of the library's functions, the most telling first.
  private static let functions: [(name: String, wait: LibraryWait)] = [
    ("11ManualClockC5sleep5until", .manualClock), ("12RecorderCallV", .recorder), ("12ConditionRun", .condition),
    ("11BoundedBody", .body), ("6within", .body), ("4WaitO5block", .expectation), ("4WaitO7suspend", .expectation),
  ]

  /// Returns nil when the functions are not those of a wait.
  /// - `symbols`: The functions inside of the one that the tester's code called.
  init?(_ symbols: [String]) {
    let own = symbols.filter { $0.hasPrefix("$s12Expectations") }
    let found = Self.functions.first { function in own.contains { $0.contains(text: function.name) } }
    guard let found else { return nil }
    self = found.wait
  }
}
