/// What the first entry of a compilation unit says about the whole unit.
struct DwarfUnit: Equatable {
  /// The header that all versions have.
  struct Header: Equatable {
    var version: UInt16 = 0
    var is64 = false
    var abbreviations: UInt64 = 0
  }

  /// Numbers of DWARF for attributes.
  private enum Attribute {
    static let lines: UInt64 = 0x10
    static let low: UInt64 = 0x11
    static let high: UInt64 = 0x12
    static let language: UInt64 = 0x13
    static let folder: UInt64 = 0x1b
    static let ranges: UInt64 = 0x55
    static let textOffsets: UInt64 = 0x72
    static let addresses: UInt64 = 0x73
    static let rangeLists: UInt64 = 0x74
    /// `DW_AT_APPLE_optimized`.
    static let optimized: UInt64 = 0x3fe1
  }

  let header: Header
  private(set) var lineOffset: UInt64?
  private(set) var low: DwarfValue?
  private(set) var high: DwarfValue?
  /// Whether `high` is an address instead of a length.
  private(set) var isHighAddress = false
  private(set) var ranges: DwarfValue?
  private(set) var language: UInt64?
  private(set) var folder: DwarfValue?
  private(set) var textOffsetsBase: UInt64 = 0
  private(set) var addressBase: UInt64 = 0
  private(set) var rangeListsBase: UInt64 = 0

  /// Whether the compiler optimized the code.
  private(set) var isOptimized = false

  var isSwift: Bool { language == 0x1e }

  /// A unit that knows only where its code is.
  init(version: UInt16, low: DwarfValue? = nil, high: DwarfValue? = nil, ranges: DwarfValue? = nil) {
    header = Header(version: version)
    self.low = low
    self.high = high
    self.ranges = ranges
  }

  /// Reads the header, which stands after the length of the unit, and the first entry. Returns nil for units of types
  /// and for partial ones, which have no code.
  init?(_ reader: inout ByteReader, is64: Bool, abbreviations: [UInt8]) throws {
    header = try Self.header(&reader, is64: is64) ?? Header()
    guard header.version != 0 else { return nil }
    var forms = ByteReader(abbreviations)
    try forms.seek(to: Int(clamping: header.abbreviations))
    guard try Self.find(try reader.uleb(), &forms) else { return nil }
    while true {
      let (attribute, code) = (try forms.uleb(), try forms.uleb())
      guard attribute != 0 || code != 0 else { return }
      let form = DwarfForm(code: code, constant: code == 0x21 ? try forms.sleb() : 0)
      note(attribute, try form.read(&reader, is64: is64, version: header.version), form)
    }
  }

  private static func header(_ reader: inout ByteReader, is64: Bool) throws -> Header? {
    let version = try reader.u16()
    if version >= 2, version <= 4 {
      let abbreviations = try reader.offset(is64)
      guard try reader.u8() == 8 else { return nil }
      return Header(version: version, is64: is64, abbreviations: abbreviations)
    }
    guard version == 5 else { return nil }
    let kind = try reader.u8()
    guard kind == 1, try reader.u8() == 8 else { return nil }
    return Header(version: version, is64: is64, abbreviations: try reader.offset(is64))
  }

  /// Continues at the attributes of the abbreviation with this number. Returns whether it is that of a unit.
  private static func find(_ number: UInt64, _ forms: inout ByteReader) throws -> Bool {
    while true {
      let found = try forms.uleb()
      guard found != 0 else { return false }
      let tag = try forms.uleb()
      try forms.skip(1)
      if found == number { return tag == 0x11 }
      var isLast = false
      while !isLast {
        let (attribute, code) = (try forms.uleb(), try forms.uleb())
        if code == 0x21 { _ = try forms.sleb() }
        isLast = attribute == 0 && code == 0
      }
    }
  }

  private mutating func note(_ attribute: UInt64, _ value: DwarfValue, _ form: DwarfForm) {
    switch attribute {
    case Attribute.low: low = value
    case Attribute.high:
      high = value
      isHighAddress = form.isAddress
    case Attribute.ranges: ranges = value
    case Attribute.folder: folder = value
    default: noteNumber(attribute, value)
    }
  }

  private mutating func noteNumber(_ attribute: UInt64, _ value: DwarfValue) {
    guard case .number(let number) = value else { return }
    switch attribute {
    case Attribute.lines: lineOffset = number
    case Attribute.language: language = number
    case Attribute.textOffsets: textOffsetsBase = number
    case Attribute.addresses: addressBase = number
    case Attribute.rangeLists: rangeListsBase = number
    case Attribute.optimized: isOptimized = number != 0
    default: break
    }
  }
}

extension DwarfForm {
  fileprivate var isAddress: Bool { code == 0x01 || code == 0x1b || (0x29...0x2c).contains(code) }
}

/// Lists the units of an image. Of each it reads the beginning only.
struct DwarfUnits {
  private let file: ElfFile
  private let section: ElfFile.Section
  private let abbreviations: [UInt8]
  /// The first entry of a unit is not longer.
  private static let beginning: UInt64 = 2048

  /// Nil when the image has no debug information.
  init?(_ file: ElfFile) {
    guard let section = file.header(".debug_info"), let abbreviations = file.section(".debug_abbrev")
    else { return nil }
    self.file = file
    self.section = section
    self.abbreviations = abbreviations
  }

  /// Calls `body` with each unit, until it returns false. Units that cannot be read are left out.
  func visit(_ body: (DwarfUnit) -> Bool) {
    var offset: UInt64 = 0
    while let bytes = file.part(of: section, from: offset, count: Self.beginning) {
      var reader = ByteReader(bytes)
      guard let (length, is64) = try? reader.unitLength() else { break }
      if let unit = try? DwarfUnit(&reader, is64: is64, abbreviations: abbreviations) {
        guard body(unit) else { return }
      }
      let (end, overflow) = (offset + UInt64(is64 ? 12 : 4)).addingReportingOverflow(length)
      guard !overflow, length > 0 else { break }
      offset = end
    }
  }
}

/// Finds the texts to which debug information refers.
struct DwarfTexts: Sendable {
  private let file: ElfFile
  private let texts: ElfFile.Section?
  private let lineTexts: ElfFile.Section?
  private let offsets: ElfFile.Section?

  init(_ file: ElfFile) {
    self.file = file
    texts = file.header(".debug_str")
    lineTexts = file.header(".debug_line_str")
    offsets = file.header(".debug_str_offsets")
  }

  func text(_ value: DwarfValue, _ unit: DwarfUnit) -> String? {
    switch value {
    case .text(let text): text
    case .textOffset(let offset, let isOfLines): text(at: offset, in: isOfLines ? lineTexts : texts)
    case .index(let index): indexed(index, unit)
    case .number, .block: nil
    }
  }

  private func text(at offset: UInt64, in section: ElfFile.Section?) -> String? {
    section.flatMap { file.text(in: $0, at: offset) }
  }

  private func indexed(_ index: UInt64, _ unit: DwarfUnit) -> String? {
    let size: UInt64 = unit.header.is64 ? 8 : 4
    let (place, overflow) = index.multipliedReportingOverflow(by: size)
    guard !overflow, let offsets,
      let bytes = file.part(of: offsets, from: unit.textOffsetsBase &+ place, count: size)
    else { return nil }
    var reader = ByteReader(bytes)
    guard let offset = try? reader.offset(unit.header.is64) else { return nil }
    return text(at: offset, in: texts)
  }
}
