/// Finds the source lines of addresses in the debug information of an image. It reads the first entry of each unit, and
/// the line programs of only those units that contain a wanted address.
struct LineTable {
  struct Line: Sendable, Hashable {
    let path: String
    /// 0 for code that the compiler added.
    let number: Int
    /// The closest line before it that has a number, for a reader.
    let shown: Place

    struct Place: Sendable, Hashable {
      let path: String
      let line: Int
      /// Where the code of that line begins, before relocation.
      let address: UInt64
    }
  }

  private let file: ElfFile
  /// Whether units in other languages count: those of a sanitizer take seconds to read.
  private let allLanguages: Bool
  private let texts: DwarfTexts

  init(_ file: ElfFile, allLanguages: Bool = false) {
    self.file = file
    self.allLanguages = allLanguages
    texts = DwarfTexts(file)
  }

  /// Whether the image has debug information.
  static func exists(in file: ElfFile) -> Bool { file.header(".debug_line").map { !$0.isEmpty } ?? false }

  /// Returns the lines of those addresses (before relocation) that have one.
  func lines(of addresses: [UInt64]) -> [UInt64: Line] {
    let wanted = Set(addresses).sorted()
    guard !wanted.isEmpty, let units = DwarfUnits(file) else { return [:] }
    let ranges = DwarfRanges(
      ranges: file.section(".debug_ranges") ?? [], lists: file.section(".debug_rnglists") ?? [],
      addresses: file.section(".debug_addr") ?? [], wanted: wanted)
    var lines: [UInt64: Line] = [:]
    for unit in units.all() where unit.isSwift || allLanguages {
      guard let hits = try? ranges.hits(unit), !hits.isEmpty else { continue }
      lines.merge(read(unit, hits.sorted())) { first, _ in first }
    }
    return lines
  }

  private func read(_ unit: DwarfUnit, _ wanted: [UInt64]) -> [UInt64: Line] {
    guard let offset = unit.lineOffset, let (reader, header) = program(at: offset) else { return [:] }
    var program = LineProgram(reader, header: header, wanted: wanted)
    let names = LineFiles(header: header, unit: unit, texts: texts)
    return program.run().compactMapValues { row in
      guard let path = names.path(row.file), let shown = names.path(row.shownFile) else { return nil }
      return Line(
        path: path, number: Int(clamping: row.line),
        shown: Line.Place(path: shown, line: Int(clamping: row.shownLine), address: row.shownAddress))
    }
  }

  /// The line program at an offset, as a reader that ends where the program does, and its header.
  private func program(at offset: UInt64) -> (ByteReader, LineHeader)? {
    guard let section = file.header(".debug_line"), let start = file.part(of: section, from: offset, count: 12)
    else { return nil }
    var reader = ByteReader(start)
    guard let (length, is64) = try? reader.unitLength() else { return nil }
    let (first, overflow) = offset.addingReportingOverflow(is64 ? 12 : 4)
    guard !overflow, let bytes = file.part(of: section, from: first, count: length) else { return nil }
    reader = ByteReader(bytes)
    guard let header = try? LineHeader(&reader, is64: is64) else { return nil }
    return (reader, header)
  }
}
