import Foundation

/// A cursor over little-endian bytes. Every read is checked against the end, so damaged input cannot trap.
///
/// Positions are indices into `bytes`, also in the reader of a sub-range.
struct ByteReader: Sendable {
  /// The input ended before the value did, or a position lies outside of it.
  struct Overrun: Error, Equatable {}

  let bytes: [UInt8]
  /// The index of the next byte, at most `end`.
  private(set) var position: Int
  /// The index after the last byte that can be read.
  let end: Int

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    position = 0
    end = bytes.count
  }

  /// Reads only a part of the bytes.
  init(_ bytes: [UInt8], in range: Range<Int>) throws(Overrun) {
    guard range.lowerBound >= 0, range.upperBound <= bytes.count else { throw Overrun() }
    self.bytes = bytes
    position = range.lowerBound
    end = range.upperBound
  }

  var remaining: Int { end - position }
  var isAtEnd: Bool { position == end }

  mutating func seek(to position: Int) throws(Overrun) {
    guard position >= 0, position <= end else { throw Overrun() }
    self.position = position
  }

  mutating func skip(_ count: Int) throws(Overrun) {
    guard count >= 0, count <= remaining else { throw Overrun() }
    position += count
  }

  /// Returns a reader of the next `count` bytes and continues after them.
  mutating func take(_ count: Int) throws(Overrun) -> ByteReader {
    let start = position
    try skip(count)
    return try ByteReader(bytes, in: start..<position)
  }
}

extension ByteReader {
  mutating func u8() throws(Overrun) -> UInt8 {
    guard position < end else { throw Overrun() }
    defer { position += 1 }
    return bytes[position]
  }

  mutating func u16() throws(Overrun) -> UInt16 { try integer() }
  mutating func u32() throws(Overrun) -> UInt32 { try integer() }
  mutating func u64() throws(Overrun) -> UInt64 { try integer() }

  mutating func integer<Value: FixedWidthInteger & BitwiseCopyable>() throws(Overrun) -> Value {
    let start = position
    try skip(MemoryLayout<Value>.size)
    return bytes.withUnsafeBytes { Value(littleEndian: $0.loadUnaligned(fromByteOffset: start, as: Value.self)) }
  }

  /// Reads an unsigned LEB128 number. Bits beyond the 64th are dropped.
  mutating func uleb() throws(Overrun) -> UInt64 {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while true {
      let byte = try u8()
      if shift < 64 { value |= UInt64(byte & 0x7f) << shift }
      guard byte & 0x80 != 0 else { return value }
      shift += 7
    }
  }

  /// Reads a signed LEB128 number. Bits beyond the 64th are dropped.
  mutating func sleb() throws(Overrun) -> Int64 {
    var value: Int64 = 0
    var shift: Int64 = 0
    while true {
      let byte = try u8()
      if shift < 64 { value |= Int64(byte & 0x7f) << shift }
      shift += 7
      guard byte & 0x80 == 0 else { continue }
      if shift < 64, byte & 0x40 != 0 { value |= -1 << shift }
      return value
    }
  }

  /// Reads the text before the next zero byte and continues after that byte.
  mutating func cString() throws(Overrun) -> String {
    let start = position
    let length = bytes.withUnsafeBytes { buffer -> Int? in
      guard remaining > 0, let start = buffer.baseAddress?.advanced(by: position) else { return nil }
      return memchr(start, 0, remaining).map { UnsafeRawPointer($0) - start }
    }
    guard let length else { throw Overrun() }
    position += length + 1
    return String(decoding: bytes[start..<start + length], as: UTF8.self)
  }
}
