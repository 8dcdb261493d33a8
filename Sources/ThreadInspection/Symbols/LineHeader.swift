/// The header of a line program: how its instructions are encoded, and its files (DWARF 4 and 5, section 6.2.4).
struct LineHeader {
  struct File: Equatable {
    var name: DwarfValue
    var folder: UInt64
  }

  private(set) var version: UInt16 = 0
  private(set) var is64 = false
  private(set) var shortestInstruction: UInt64 = 1
  private(set) var lineBase: Int64 = 0
  private(set) var lineRange: UInt8 = 1
  private(set) var firstSpecial: UInt8 = 0
  /// How many arguments each standard instruction has.
  private(set) var argumentCounts: [UInt8] = []
  private(set) var folders: [DwarfValue] = []
  private(set) var files: [File] = []
  /// Where the instructions begin.
  private(set) var start = 0

  /// The number of folders or files that a damaged header may state before the reader gives up.
  private static let limit: UInt64 = 100_000

  /// Reads the header after the length of the program. Returns nil for a version that this reader does not know.
  init?(_ reader: inout ByteReader, is64: Bool) throws {
    self.is64 = is64
    version = try reader.u16()
    guard version >= 2, version <= 5 else { return nil }
    if version == 5 { try reader.skip(2) }
    let length = try reader.offset(is64)
    let (end, overflow) = reader.position.addingReportingOverflow(Int(clamping: length))
    guard !overflow else { throw ByteReader.Overrun() }
    start = end
    try readEncoding(&reader)
    guard lineRange != 0 else { return nil }
    if version == 5 { try readLists(&reader) } else { try readTexts(&reader) }
  }

  private mutating func readEncoding(_ reader: inout ByteReader) throws {
    shortestInstruction = UInt64(try reader.u8())
    if version >= 4 { try reader.skip(1) }
    try reader.skip(1)
    lineBase = Int64(Int8(bitPattern: try reader.u8()))
    lineRange = try reader.u8()
    firstSpecial = try reader.u8()
    for _ in 1..<max(1, Int(firstSpecial)) { argumentCounts.append(try reader.u8()) }
  }

  /// Up to version 4, the folder 0 is that of the unit, and files count from 1.
  private mutating func readTexts(_ reader: inout ByteReader) throws {
    while true {
      let folder = try reader.cString()
      if folder.isEmpty { break }
      folders.append(.text(folder))
    }
    while true {
      let name = try reader.cString()
      if name.isEmpty { return }
      files.append(File(name: .text(name), folder: try reader.uleb()))
      _ = (try reader.uleb(), try reader.uleb())
    }
  }

  private mutating func readLists(_ reader: inout ByteReader) throws {
    folders = try entries(&reader).map(\.name)
    files = try entries(&reader)
  }

  /// Version 5 states which facts about each folder and file follow, and in which forms.
  private func entries(_ reader: inout ByteReader) throws -> [File] {
    var facts: [(kind: UInt64, form: DwarfForm)] = []
    for _ in 0..<(try reader.u8()) { facts.append((try reader.uleb(), DwarfForm(code: try reader.uleb()))) }
    let count = try reader.uleb()
    guard count <= Self.limit, !facts.isEmpty || count == 0 else { throw ByteReader.Overrun() }
    var entries: [File] = []
    for _ in 0..<count {
      var entry = File(name: .block, folder: 0)
      for fact in facts {
        let value = try fact.form.read(&reader, is64: is64, version: version)
        if fact.kind == 1 { entry.name = value }
        if fact.kind == 2 { entry.folder = value.number ?? 0 }
      }
      entries.append(entry)
    }
    return entries
  }
}

extension DwarfValue {
  fileprivate var number: UInt64? {
    switch self {
    case .number(let number), .index(let number): number
    default: nil
    }
  }
}
