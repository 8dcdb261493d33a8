/// The value of an attribute in debug information.
enum DwarfValue: Equatable {
  case number(UInt64)
  case text(String)
  /// An offset into a section of texts.
  case textOffset(UInt64, lineTexts: Bool)
  /// An index into the addresses, ranges or texts of a unit.
  case index(UInt64)
  case block
}

/// How the value of an attribute is encoded (DWARF 4 and 5, section 7.5).
struct DwarfForm {
  /// The form is not one of DWARF 2 to 5: nothing after it can be read.
  struct Unknown: Error {}

  let code: UInt64
  /// The value of `DW_FORM_implicit_const`, which stands in the abbreviation.
  var constant: Int64 = 0

  func read(_ reader: inout ByteReader, is64: Bool, version: UInt16) throws -> DwarfValue {
    switch code {
    case 0x08: return .text(try reader.cString())
    case 0x0e: return .textOffset(try reader.offset(is64), lineTexts: false)
    case 0x1f: return .textOffset(try reader.offset(is64), lineTexts: true)
    case 0x1a, 0x1b, 0x22, 0x23: return .index(try reader.uleb())
    case 0x25, 0x29: return .index(UInt64(try reader.u8()))
    case 0x26, 0x2a: return .index(UInt64(try reader.u16()))
    case 0x27, 0x2b: return .index(try reader.u24())
    case 0x28, 0x2c: return .index(UInt64(try reader.u32()))
    default: return try number(&reader, is64: is64, version: version)
    }
  }

  private func number(_ reader: inout ByteReader, is64: Bool, version: UInt16) throws -> DwarfValue {
    switch code {
    case 0x0b, 0x0c, 0x11: return .number(UInt64(try reader.u8()))
    case 0x05, 0x12: return .number(UInt64(try reader.u16()))
    case 0x06, 0x13, 0x1c: return .number(UInt64(try reader.u32()))
    case 0x01, 0x07, 0x14, 0x20, 0x24: return .number(try reader.u64())
    case 0x0d: return .number(UInt64(bitPattern: try reader.sleb()))
    case 0x0f, 0x15: return .number(try reader.uleb())
    case 0x17, 0x1d: return .number(try reader.offset(is64))
    case 0x10: return .number(version < 3 ? try reader.u64() : try reader.offset(is64))
    case 0x19: return .number(1)
    case 0x21: return .number(UInt64(bitPattern: constant))
    default: return try block(&reader)
    }
  }

  private func block(_ reader: inout ByteReader) throws -> DwarfValue {
    switch code {
    case 0x03: try reader.skip(Int(try reader.u16()))
    case 0x04: try reader.skip(Int(try reader.u32()))
    case 0x09, 0x18: try reader.skip(Int(clamping: try reader.uleb()))
    case 0x0a: try reader.skip(Int(try reader.u8()))
    case 0x1e: try reader.skip(16)
    default: throw Unknown()
    }
    return .block
  }
}

extension ByteReader {
  /// Reads an offset into a section, whose size depends on the format of the unit.
  mutating func offset(_ is64: Bool) throws(Overrun) -> UInt64 {
    is64 ? try u64() : UInt64(try u32())
  }

  mutating func u24() throws(Overrun) -> UInt64 {
    let low = try u16()
    return UInt64(low) | UInt64(try u8()) << 16
  }

  /// Reads the length at the start of a unit, and whether its offsets have eight bytes.
  mutating func unitLength() throws(Overrun) -> (length: UInt64, is64: Bool) {
    let short = try u32()
    return short == .max ? (try u64(), true) : (UInt64(short), false)
  }
}

/// Decides which of the wanted addresses lie in the code of a unit (DWARF 4, section 2.17; DWARF 5, section 7.25).
struct DwarfRanges {
  /// `.debug_ranges`, `.debug_rnglists` and `.debug_addr`; empty where the file does not have them.
  let ranges: [UInt8]
  let lists: [UInt8]
  let addresses: [UInt8]
  /// The wanted addresses, sorted.
  let wanted: [UInt64]

  func hits(_ unit: DwarfUnit) throws -> Set<UInt64> {
    let base = try unit.low.flatMap { try address($0, unit) } ?? 0
    var hits: Set<UInt64> = []
    switch unit.ranges {
    case .number(let offset) where unit.header.version < 5: try readPairs(at: offset, base: base, &hits)
    case .number(let offset): try readList(at: offset, base: base, unit, &hits)
    case .index(let index): try readList(at: try listOffset(index, unit), base: base, unit, &hits)
    default: try readBounds(unit, base: base, &hits)
    }
    return hits
  }

  private func add(_ low: UInt64, _ high: UInt64, _ hits: inout Set<UInt64>) {
    var index = wanted.firstIndex(notBefore: low)
    while index < wanted.count, wanted[index] < high {
      hits.insert(wanted[index])
      index += 1
    }
  }

  private func readBounds(_ unit: DwarfUnit, base: UInt64, _ hits: inout Set<UInt64>) throws {
    guard let high = unit.high, unit.low != nil else { return }
    if unit.isHighAddress {
      add(base, try address(high, unit) ?? base, &hits)
    } else if case .number(let length) = high {
      add(base, base &+ length, &hits)
    }
  }

  /// Pairs of addresses, with two zeros at the end. A pair whose first half has all bits set gives a new base.
  private func readPairs(at offset: UInt64, base: UInt64, _ hits: inout Set<UInt64>) throws {
    var reader = ByteReader(ranges)
    try reader.seek(to: Int(clamping: offset))
    var base = base
    while true {
      let (low, high) = (try reader.u64(), try reader.u64())
      if low == 0, high == 0 { return }
      if low == .max { base = high } else { add(base &+ low, base &+ high, &hits) }
    }
  }

  private func readList(at offset: UInt64, base: UInt64, _ unit: DwarfUnit, _ hits: inout Set<UInt64>) throws {
    var reader = ByteReader(lists)
    try reader.seek(to: Int(clamping: offset))
    var base = base
    while true {
      switch try reader.u8() {
      case 0: return
      case 1: base = try indexed(try reader.uleb(), unit)
      case 2: add(try indexed(try reader.uleb(), unit), try indexed(try reader.uleb(), unit), &hits)
      case 3:
        let low = try indexed(try reader.uleb(), unit)
        add(low, low &+ (try reader.uleb()), &hits)
      case 4: add(base &+ (try reader.uleb()), base &+ (try reader.uleb()), &hits)
      case 5: base = try reader.u64()
      case 6: add(try reader.u64(), try reader.u64(), &hits)
      case 7:
        let low = try reader.u64()
        add(low, low &+ (try reader.uleb()), &hits)
      default: return
      }
    }
  }

  /// Where the list with this number begins, counted from the base that the unit states.
  private func listOffset(_ index: UInt64, _ unit: DwarfUnit) throws -> UInt64 {
    let size: UInt64 = unit.header.is64 ? 8 : 4
    let (place, overflow) = index.multipliedReportingOverflow(by: size)
    var reader = ByteReader(lists)
    guard !overflow else { throw ByteReader.Overrun() }
    try reader.seek(to: Int(clamping: unit.rangeListsBase &+ place))
    return unit.rangeListsBase &+ (try reader.offset(unit.header.is64))
  }

  private func address(_ value: DwarfValue, _ unit: DwarfUnit) throws -> UInt64? {
    switch value {
    case .number(let address): address
    case .index(let index): try indexed(index, unit)
    default: nil
    }
  }

  private func indexed(_ index: UInt64, _ unit: DwarfUnit) throws -> UInt64 {
    let (place, overflow) = index.multipliedReportingOverflow(by: 8)
    var reader = ByteReader(addresses)
    guard !overflow else { throw ByteReader.Overrun() }
    try reader.seek(to: Int(clamping: unit.addressBase &+ place))
    return try reader.u64()
  }
}
