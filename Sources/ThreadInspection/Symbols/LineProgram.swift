/// Runs the line program of one unit as far as the wanted addresses need it (DWARF 4 and 5, section 6.2).
struct LineProgram {
  /// The row that is in force at an address.
  struct Row: Equatable {
    var file: UInt64 = 1
    /// 0 for code that the compiler added.
    var line: Int64 = 1
    /// The line of the last row, up to this one, that has a number, and the address of that row.
    var shownLine: Int64 = 0
    var shownFile: UInt64 = 1
    var shownAddress: UInt64 = 0
  }

  let header: LineHeader
  private var reader: ByteReader
  /// Sorted.
  private let wanted: [UInt64]
  private var rows: [UInt64: Row] = [:]

  // The registers of the program.
  private var address: UInt64 = 0
  private var row = Row()
  /// The row before, while a sequence of rows runs.
  private var last: (address: UInt64, row: Row)?

  /// - `reader`: The program, after its length.
  init(_ reader: ByteReader, header: LineHeader, wanted: [UInt64]) {
    self.reader = reader
    self.header = header
    self.wanted = wanted
  }

  /// Returns the rows at the wanted addresses. A damaged program gives those before the damage.
  mutating func run() -> [UInt64: Row] {
    do {
      try reader.seek(to: header.start)
      while !reader.isAtEnd, rows.count < wanted.count { try step() }
    } catch {
      // The program ends within an instruction. The rows before it still hold.
    }
    return rows
  }

  private mutating func step() throws(ByteReader.Overrun) {
    let code = try reader.u8()
    if code >= header.firstSpecial {
      let value = code - header.firstSpecial
      advance(by: UInt64(value / header.lineRange))
      row.line &+= header.lineBase + Int64(value % header.lineRange)
      emit()
    } else if code == 0 {
      try stepExtended()
    } else {
      try stepStandard(code)
    }
  }

  private mutating func stepStandard(_ code: UInt8) throws(ByteReader.Overrun) {
    switch code {
    case 1: emit()
    case 2: advance(by: try reader.uleb())
    case 3: row.line &+= try reader.sleb()
    case 4: row.file = try reader.uleb()
    case 5: _ = try reader.uleb()
    case 6, 7, 10, 11: break
    case 8: advance(by: UInt64((255 - header.firstSpecial) / header.lineRange))
    case 9: address &+= UInt64(try reader.u16())
    default: for _ in 0..<header.argumentCounts[Int(code) - 1] { _ = try reader.uleb() }
    }
  }

  private mutating func stepExtended() throws(ByteReader.Overrun) {
    var argument = try reader.take(Int(clamping: try reader.uleb()))
    guard !argument.isAtEnd else { return }
    switch try argument.u8() {
    case 1: endSequence()
    case 2: address = try argument.u64()
    default: break
    }
  }

  private mutating func advance(by count: UInt64) { address &+= count &* header.shortestInstruction }

  private mutating func emit() {
    if row.line > 0 {
      row.shownLine = row.line
      row.shownFile = row.file
      row.shownAddress = address
    }
    settle()
    last = (address, row)
  }

  private mutating func endSequence() {
    settle()
    last = nil
    row = Row()
    address = 0
  }

  /// The row before is in force up to this address.
  private mutating func settle() {
    guard let last, last.address < address else { return }
    var index = wanted.firstIndex(notBefore: last.address)
    while index < wanted.count, wanted[index] < address {
      if rows[wanted[index]] == nil { rows[wanted[index]] = last.row }
      index += 1
    }
  }
}

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
