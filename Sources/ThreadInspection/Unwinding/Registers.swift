/// The registers of a thread by their numbers in DWARF for x86_64. A register whose value is not known is nil.
struct Registers: Equatable, Sendable {
  static let count = 17
  static let framePointer = 6
  static let stackPointer = 7
  static let programCounter = 16

  private var values = [UInt64?](repeating: nil, count: count)

  subscript(number: Int) -> UInt64? {
    get { values.indices.contains(number) ? values[number] : nil }
    set { if values.indices.contains(number) { values[number] = newValue } }
  }

  var framePointer: UInt64? {
    get { self[Self.framePointer] }
    set { self[Self.framePointer] = newValue }
  }

  var stackPointer: UInt64? {
    get { self[Self.stackPointer] }
    set { self[Self.stackPointer] = newValue }
  }

  var programCounter: UInt64? {
    get { self[Self.programCounter] }
    set { self[Self.programCounter] = newValue }
  }

  /// Whether a function must leave the register to its caller as it was: rbx, rbp, and r12 to r15.
  static func isPreserved(_ number: Int) -> Bool { number == 3 || number == framePointer || (12...15).contains(number) }
}
