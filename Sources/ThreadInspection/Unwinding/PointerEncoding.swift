/// How `.eh_frame` stores an address: its format in the low four bits, what it is relative to in the next three.
struct PointerEncoding: Equatable, Sendable {
  struct Unsupported: Error {}

  var byte: UInt8

  /// The value that says there is no address.
  static let omitted = PointerEncoding(byte: 0xff)

  /// Reads an address. `position` is the address of the next byte of `reader`.
  func address(_ reader: inout ByteReader, at position: UInt64) throws -> UInt64 {
    let value = try number(&reader)
    switch byte & 0xf0 {
    case 0x00: return value
    case 0x10: return value &+ position
    default: throw Unsupported()
    }
  }

  /// Reads the number alone, which is also the format of a length.
  func number(_ reader: inout ByteReader) throws -> UInt64 {
    switch byte & 0x0f {
    case 0x00, 0x04, 0x0c: try reader.u64()
    case 0x01: try reader.uleb()
    case 0x02: UInt64(try reader.u16())
    case 0x03: UInt64(try reader.u32())
    case 0x09: UInt64(bitPattern: try reader.sleb())
    case 0x0a: UInt64(bitPattern: Int64(Int16(bitPattern: try reader.u16())))
    case 0x0b: UInt64(bitPattern: Int64(Int32(bitPattern: try reader.u32())))
    default: throw Unsupported()
    }
  }
}
