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
    case MergedFunctions.optimizedAttribute: isOptimized = number != 0
    default: break
    }
  }
}

extension DwarfForm {
  fileprivate var isAddress: Bool { code == 0x01 || code == 0x1b || (0x29...0x2c).contains(code) }
}
