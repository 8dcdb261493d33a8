import Testing

@testable import ThreadInspection

@Suite struct DwarfRangesTests {
  private let wanted: [UInt64] = [0x0fff, 0x1000, 0x10ff, 0x1100, 0x2000]

  private func hits(
    _ unit: DwarfUnit, pairs: [UInt64] = [], list: [UInt8] = [], addresses: [UInt64] = []
  ) throws -> [UInt64] {
    let ranges = DwarfRanges(
      ranges: pairs.flatMap { ElfSample.bytes($0) }, lists: list, addresses: addresses.flatMap { ElfSample.bytes($0) },
      wanted: wanted)
    return try ranges.hits(unit).sorted()
  }

  @Test func lowAndLength_areOneRange() throws {
    let unit = DwarfUnit(version: 4, low: .number(0x1000), high: .number(0x100))
    #expect(try hits(unit) == [0x1000, 0x10ff])
  }

  @Test func pairs_countFromTheBase() throws {
    let unit = DwarfUnit(version: 4, low: .number(0x1000), ranges: .number(0))
    #expect(try hits(unit, pairs: [0, 0x100, .max, 0, 0x2000, 0x2001, 0, 0]) == [0x1000, 0x10ff, 0x2000])
  }

  @Test func list_hasManyKinds() throws {
    let unit = DwarfUnit(version: 5, ranges: .number(0))
    let list: [UInt8] = [3, 0, 1, 5] + ElfSample.bytes(UInt64(0x1000)) + [4, 0xff, 1, 0x80, 2, 0]
    #expect(try hits(unit, list: list, addresses: [0x2000]) == [0x10ff, 0x2000])
  }

  @Test func list_withoutEnd_throws() {
    let unit = DwarfUnit(version: 5, ranges: .number(0))
    #expect(throws: ByteReader.Overrun.self) { try hits(unit, list: [4, 0]) }
  }

  @Test func unitWithoutCode_hasNoHits() throws { #expect(try hits(DwarfUnit(version: 4)).isEmpty) }
}
