#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// What is left to say when the run ends.
enum RunEnd {
  private static let isRegistered: Bool = {
    atexit {
      NarrowWaits.printAll()
      StretchedWaits.printAll()
      StallLog.printAll()
      Undelivered.settle()
    }
    return true
  }()

  /// Has the end of the process noticed. Whoever has something to say calls it before.
  static func expect() { _ = isRegistered }
}
