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
      // The program ends within an instruction: what it said before still holds.
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
