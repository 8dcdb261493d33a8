import Foundation

/// Looks up symbols of the Swift runtime by name.
enum RuntimeSymbol {
  /// The names that are treated as missing, so that tests can show what happens then.
  @TaskLocal static var hidden: Set<String> = []

  static func address(_ name: String) -> UnsafeMutableRawPointer? {
    guard !hidden.contains(name) else { return nil }
    #if canImport(Darwin)
      return dlsym(UnsafeMutableRawPointer(bitPattern: -2), name)
    #else
      return dlsym(nil, name)
    #endif
  }
}
