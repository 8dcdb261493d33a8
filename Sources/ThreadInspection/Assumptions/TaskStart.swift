/// The function of a task that has not begun.
///
/// Assumption: before the first context of such a task stands the entry point, 24 bytes before it, and its closure,
/// 16 bytes before it. When the entry point adapts another closure, one of the first words of the closure is the
/// address of a description of that one's function, which begins with the function's distance from it. A function
/// that only unpacks the closure, whose name ends with `TA`, calls the closure's code, or jumps there, directly.
/// Check: the entry point must be code; the names of the description and the function must belong together.
/// If false: such a task has no line, and is not reported.
/// Remove when: the runtime names the function of a task.
enum TaskStart {
  static let entryPoint: UInt64 = 24
  static let closure: UInt64 = 16
  static let captures: [UInt64] = [16, 24, 32, 40]

  /// A function that only unpacks a closure is not longer.
  static let forwarderSize = 256

  /// The addresses to which an instruction at any place would jump (`e9`) or which it would call (`e8`).
  static func targets(_ code: [UInt8], at address: UInt64) -> [UInt64] {
    guard code.count >= 5 else { return [] }
    return (0...code.count - 5).filter { code[$0] == 0xe8 || code[$0] == 0xe9 }.map { place in
      let distance = code.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: place + 1, as: Int32.self) }
      return address &+ UInt64(place + 5) &+ UInt64(bitPattern: Int64(distance))
    }
  }

  /// Whether a function only unpacks the closure of another one.
  static func isForwarder(_ function: String, of other: String) -> Bool { function == other + "TA" }

  /// Whether a description with this symbol is that of a function with that symbol.
  static func isDescription(_ description: String, of function: String) -> Bool { description == function + "Tu" }
}
