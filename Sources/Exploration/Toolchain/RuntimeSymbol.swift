import Expectations

/// Looks up symbols of the Swift runtime by name.
enum RuntimeSymbol {
  /// The names that are treated as missing, so that tests can show what happens then.
  @TaskLocal static var hidden: Set<String> = []

  static func address(_ name: String) -> UnsafeMutableRawPointer? {
    hidden.contains(name) ? nil : functionOfRuntime(name)
  }
}
