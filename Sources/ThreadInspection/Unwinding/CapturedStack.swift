/// The registers of a thread and a copy of the innermost part of its stack, both of the same moment.
struct CapturedStack: Equatable, Sendable {
  var registers: Registers
  /// The address of the first byte.
  var address: UInt64
  var bytes: [UInt8]

  /// How much of each stack is copied.
  static let limit = 32 << 10

  var range: Range<UInt64> { address..<address.advanced(by: bytes.count) }

  /// The word at an address, or nil when it was not copied.
  func word(at address: UInt64) -> UInt64? {
    guard address >= self.address, address - self.address <= UInt64(max(0, bytes.count - 8)), bytes.count >= 8
    else { return nil }
    let index = Int(address - self.address)
    return bytes.withUnsafeBytes { UInt64(littleEndian: $0.loadUnaligned(fromByteOffset: index, as: UInt64.self)) }
  }
}
