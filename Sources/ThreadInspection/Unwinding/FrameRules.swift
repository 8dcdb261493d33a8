/// Where a function has its frame and the registers of its caller, at one of its addresses.
struct FrameRules: Equatable, Sendable {
  /// How to compute the address of the frame, the "canonical frame address", CFA.
  enum Frame: Equatable, Sendable {
    case unknown
    case register(Int, offset: Int64)
    case expression([UInt8])
  }

  /// Where the caller's value of a register is.
  enum Register: Equatable, Sendable {
    /// Nothing is said: preserved registers are as they were.
    case unspecified
    case lost
    case unchanged
    case saved(offset: Int64)
    case equals(offset: Int64)
    case inRegister(Int)
    case savedAtExpression([UInt8])
    case equalsExpression([UInt8])
  }

  var frame = Frame.unknown
  private var registers = [Register](repeating: .unspecified, count: Registers.count)

  /// The rule of a register. Rules of registers that do not matter here, such as vectors, are dropped.
  subscript(number: Int) -> Register {
    get { registers.indices.contains(number) ? registers[number] : .unspecified }
    set { if registers.indices.contains(number) { registers[number] = newValue } }
  }
}
