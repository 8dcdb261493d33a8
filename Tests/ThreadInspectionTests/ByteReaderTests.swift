import Testing

@testable import ThreadInspection

struct ByteReaderTests {
  @Test func integers_areReadLittleEndian() throws {
    var reader = ByteReader([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15])
    #expect(try reader.u8() == 1)
    #expect(try reader.u16() == 0x0302)
    #expect(try reader.u32() == 0x0706_0504)
    #expect(try reader.u64() == 0x0f0e_0d0c_0b0a_0908)
    #expect(reader.isAtEnd)
    #expect(throws: ByteReader.Overrun.self) { try reader.u8() }
  }

  @Test func integer_thatIsCut_throwsAndReadsNothing() throws {
    var reader = ByteReader([1, 2, 3])
    #expect(throws: ByteReader.Overrun.self) { try reader.u32() }
    #expect(reader.position == 0)
  }

  @Test(
    arguments: [
      ([0x02], 2, 2), ([0x7f], 127, -1), ([0x80, 0x01], 128, 128), ([0xe5, 0x8e, 0x26], 624_485, 624_485),
      ([0x80, 0x7f], 16_256, -128),
    ] as [([UInt8], UInt64, Int64)])
  func leb_isReadInBothSigns(bytes: [UInt8], unsigned: UInt64, signed: Int64) throws {
    var reader = ByteReader(bytes)
    #expect(try reader.uleb() == unsigned)
    try reader.seek(to: 0)
    #expect(try reader.sleb() == signed)
    #expect(reader.isAtEnd)
  }

  @Test func leb_ofTooManyBytes_dropsTheHighBits() throws {
    var reader = ByteReader([UInt8](repeating: 0xff, count: 30) + [0])
    #expect(try reader.uleb() == .max)
    try reader.seek(to: 0)
    #expect(try reader.sleb() == -1)
    reader = ByteReader([UInt8](repeating: 0xff, count: 30))
    #expect(throws: ByteReader.Overrun.self) { try reader.uleb() }
    #expect(throws: ByteReader.Overrun.self) { try reader.sleb() }
  }

  @Test func text_endsAtZero() throws {
    var reader = ByteReader(Array("one\0two".utf8))
    #expect(try reader.cString() == "one")
    #expect(throws: ByteReader.Overrun.self) { try reader.cString() }
    #expect(reader.position == 4)
  }

  @Test func subRange_endsWhereItShould() throws {
    var reader = ByteReader([1, 2, 3, 4])
    try reader.skip(1)
    var part = try reader.take(2)
    #expect(try part.u16() == 0x0302)
    #expect(throws: ByteReader.Overrun.self) { try part.u8() }
    #expect(try reader.u8() == 4)
    #expect(throws: ByteReader.Overrun.self) { try reader.take(1) }
    #expect(throws: ByteReader.Overrun.self) { try reader.skip(-1) }
    #expect(throws: ByteReader.Overrun.self) { try reader.seek(to: 5) }
    #expect(throws: ByteReader.Overrun.self) { try ByteReader([1], in: 0..<2) }
  }
}
