/// The call instructions of x86_64, recognized by the bytes before the address to which they return.
///
/// Assumption: the bytes before a return address are those of a call: `e8` with a distance, or `ff` with a register
/// or a memory operand. Other instructions can end with the same bytes, so a match does not prove a call.
/// Check: a direct target must be code of an image.
/// If false: an address is not accepted where it must be checked, and the called function has no name.
/// Remove when: never; this is the processor's manual.
enum CallInstruction: Equatable, Sendable {
  /// Calls the address at this distance from the return address.
  case direct(Int64)
  /// Calls the address in the word at this distance from the return address.
  case throughWord(Int64)
  /// Calls an address in a register, or in memory that a register points to.
  case computed

  /// The number of bytes before the return address that suffice.
  static let length = 8

  /// Decodes the call that ends with the last byte. Returns nil when no call does.
  init?(endOf bytes: [UInt8]) {
    guard bytes.count == Self.length else { return nil }
    if bytes[3] == 0xe8 {
      self = .direct(Self.distance(bytes))
    } else if bytes[2] == 0xff, bytes[3] == 0x15 {
      self = .throughWord(Self.distance(bytes))
    } else if (2...7).contains(where: { Self.isComputedCall(bytes.suffix($0)) }) {
      self = .computed
    } else {
      return nil
    }
  }

  private static func distance(_ bytes: [UInt8]) -> Int64 {
    bytes.withUnsafeBytes { Int64(Int32(littleEndian: $0.loadUnaligned(fromByteOffset: 4, as: Int32.self))) }
  }

  /// Whether the bytes are exactly one `call` with a register or memory operand.
  private static func isComputedCall(_ bytes: ArraySlice<UInt8>) -> Bool {
    let bytes = Array(bytes)
    guard bytes[0] == 0xff, bytes[1] & 0x38 == 0x10 else { return false }
    let mode = bytes[1] >> 6
    let operand = bytes[1] & 7
    guard mode != 3 else { return bytes.count == 2 }
    var length = operand == 4 ? 3 : 2
    if mode == 1 { length += 1 }
    let hasWideDistance =
      mode == 2 || (mode == 0 && (operand == 5 || (operand == 4 && bytes.count > 2 && bytes[2] & 7 == 5)))
    if hasWideDistance { length += 4 }
    return bytes.count == length
  }
}
