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
