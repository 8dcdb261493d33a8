import Expectations

/// Gives equal sets and dictionaries that are made while something is explored the same order, in this process.
///
/// Otherwise, their order follows from their address, and a body that goes through one takes other steps in each run.
/// The order stays another one in each process, because the seed of the process is left as it is.
///
/// Assumption: the byte at offset 16 of `_swift_stdlib_Hashing_parameters` says whether new tables are seeded with
/// their size instead of their address. A table keeps its seed, so those of other threads stay valid whatever the byte
/// is.
/// Check: equal sets differ in order before and agree after, and the older ones find their elements.
/// If false: a body that goes through a set or a dictionary may not repeat its steps, and the exploration says so.
/// Remove when: the standard library can make the order of a set repeatable at run time.
enum HashOrder {
  /// The byte, if it does what it should. It is written only with the tested compilers.
  nonisolated(unsafe) private static let flag: UnsafeMutablePointer<UInt8>? = {
    guard isTried, let address = RuntimeSymbol.address("_swift_stdlib_Hashing_parameters") else { return nil }
    let flag = address.advanced(by: 16).assumingMemoryBound(to: UInt8.self)
    // The byte is 1 from the start in a process with SWIFT_DETERMINISTIC_HASHING.
    guard flag.pointee == 0 else { return nil }
    let before = samples()
    flag.pointee = 1
    let after = samples()
    flag.pointee = 0
    let areFound = (before + after).allSatisfy { set in numbers.allSatisfy(set.contains) }
    return areFound && orders(before) > 1 && orders(after) == 1 ? flag : nil
  }()

  private static let count = Locked(0)
  private static let numbers = 0..<100

  // Kept while they are compared: a table that is made after another has gone may have its address.
  private static func samples() -> [Set<Int>] { (0..<4).map { _ in Set(numbers) } }
  private static func orders(_ sets: [Set<Int>]) -> Int { Set(sets.map(Array.init)).count }

  /// Runs a body with repeatable orders. Explorations may overlap.
  static func fixed<Result>(_ body: () -> Result) -> Result {
    guard let flag else { return body() }
    func change(by number: Int) {
      count.withLock { count in
        count += number
        flag.pointee = count > 0 ? 1 : 0
      }
    }
    change(by: 1)
    defer { change(by: -1) }
    return body()
  }
}
