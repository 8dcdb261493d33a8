import Foundation

/// The function, if any, that records for one test framework what fails in the other.
///
/// The library gets its errors from checks that fail while no test runs. Neither framework records those; but once a
/// handler is installed, a framework may pass them to it.
///
/// Assumption: `_swift_testing_getFallbackEventHandler` (Swift 6.3 and later) returns the handler, and takes and
/// returns its values as a C function does. XCTest passes nothing to the handler that XCTest itself has installed.
/// Check: the symbol is looked up, and XCTest's handler is in a library of its name.
/// If false: a failure is recorded that is none, before the first test.
/// Remove when: both frameworks have an error that ends a test without a failure.
enum FallbackHandler {
  static var isNone: Bool { address == nil }

  #if os(Linux)
    /// Whether the handler is a function of a library whose name has the word `XCTest`.
    static var isOfXCTest: Bool {
      guard let address, let maps = try? FileHandle(forReadingAtPath: "/proc/self/maps")?.readToEnd() else {
        return false
      }
      return isInXCTest(UInt(bitPattern: address), maps: String(decoding: maps, as: UTF8.self))
    }

    static func isInXCTest(_ address: UInt, maps: String) -> Bool {
      maps.split(separator: "\n").contains { line in
        let fields = line.split(separator: " ", maxSplits: 5, omittingEmptySubsequences: true)
        guard fields.count == 6, fields[5].split(separator: "/").last?.contains("XCTest") == true else { return false }
        let bounds = fields[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
        return bounds.count == 2 && bounds[0] <= address && address < bounds[1]
      }
    }
  #endif

  private static var address: UnsafeRawPointer? {
    typealias Getter = @convention(c) () -> UnsafeRawPointer?
    #if canImport(Darwin)
      let anywhere = UnsafeMutableRawPointer(bitPattern: -2)
    #else
      let anywhere: UnsafeMutableRawPointer? = nil
    #endif
    guard let getter = dlsym(anywhere, "_swift_testing_getFallbackEventHandler") else { return nil }
    return unsafeBitCast(getter, to: Getter.self)()
  }
}
