/// One entry of `.eh_frame`: its bytes after the length, and where they lie.
struct FrameEntry: Sendable {
  struct Malformed: Error {}

  /// The address of the first byte after the length: of the field that tells both kinds of entry apart.
  var address: UInt64
  var reader: ByteReader

  /// The longest entry that is read. Entries of large functions have a few thousand bytes.
  static let limit = 1 << 17

  init(at address: UInt64, in memory: any MemorySource) throws {
    guard let length = memory.integer(at: address, as: UInt32.self), length >= 4, length <= UInt32(Self.limit)
    else { throw Malformed() }
    self.address = address &+ 4
    let bytes = memory.bytes(at: self.address, count: Int(length))
    guard bytes.count == Int(length) else { throw Malformed() }
    reader = ByteReader(bytes)
  }

  /// The address of the next byte.
  var position: UInt64 { address &+ UInt64(reader.position) }

  mutating func address(_ encoding: PointerEncoding) throws -> UInt64 {
    try encoding.address(&reader, at: position)
  }
}
