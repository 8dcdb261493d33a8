/// Finds the source lines of addresses in the debug information of an image. It reads the first entry of each unit, and
/// the line programs of only those units that contain a wanted address.
struct LineTable {
  struct Line: Sendable, Hashable {
    let path: String
    /// 0 for code that the compiler added.
    let number: Int
    /// The closest line before it that has a number, for a reader.
    let shown: Place
    /// Whether the compiler optimized the unit.
    var isOptimized = false

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

  /// Whether the image has debug information that can be read: what is compressed cannot.
  static func exists(in file: ElfFile) -> Bool {
    [".debug_line", ".debug_abbrev"].allSatisfy { name in
      file.header(name).map { !$0.isEmpty && !$0.isCompressed } ?? false
    }
  }

  /// Whether the compiler optimized the first unit in Swift.
  var isOptimized: Bool {
    var isOptimized = false
    DwarfUnits(file)?.visit { unit in
      isOptimized = unit.isSwift && unit.isOptimized
      return !unit.isSwift
    }
    return isOptimized
  }

  /// The lines that were found, and what was not looked at.
  struct Answer {
    var lines: [UInt64: Line] = [:]
    /// The addresses about which nothing is known, because a limit was reached.
    var unread: Set<UInt64> = []
  }

  /// A unit and those of the wanted addresses that lie in it.
  private typealias Hit = (unit: DwarfUnit, addresses: Set<UInt64>)

  /// Returns the lines of those addresses (before relocation) that have one. The units of the first addresses are read
  /// first.
  func lines(of addresses: [UInt64], _ limit: WorkLimit = WorkLimit { 0 }) -> Answer {
    var answer = Answer()
    var (hits, areAllFound) = self.hits(of: Set(addresses), limit)
    var ranks: [UInt64: Int] = [:]
    for (rank, address) in addresses.enumerated() where ranks[address] == nil { ranks[address] = rank }
    func rank(_ hit: Hit) -> Int { hit.addresses.compactMap { ranks[$0] }.min() ?? .max }
    hits.sort { rank($0) < rank($1) }
    var read: Set<UInt64> = []
    while let hit = hits.first, !limit.isReached {
      hits.removeFirst()
      answer.lines.merge(self.read(hit.unit, hit.addresses.sorted())) { first, _ in first }
      read.formUnion(hit.addresses)
    }
    answer.unread = areAllFound ? Set(hits.flatMap(\.addresses)) : Set(addresses).subtracting(read)
    return answer
  }

  /// Finds the units of the addresses, and tells whether all units were looked at that could be one of them.
  private func hits(of addresses: Set<UInt64>, _ limit: WorkLimit) -> ([Hit], areAllFound: Bool) {
    var hits: [Hit] = []
    guard !addresses.isEmpty, let units = DwarfUnits(file) else { return (hits, true) }
    let ranges = DwarfRanges(
      ranges: file.section(".debug_ranges") ?? [], lists: file.section(".debug_rnglists") ?? [],
      addresses: file.section(".debug_addr") ?? [], wanted: addresses.sorted())
    var left = addresses
    var (isCut, count) = (false, 0)
    units.visit { unit in
      // To look at one unit takes a few microseconds.
      if count % 16 == 0 { isCut = limit.isReached }
      guard !isCut else { return false }
      count += 1
      if unit.isSwift || allLanguages, let found = try? ranges.hits(unit), !found.isEmpty {
        hits.append((unit, found))
        left.subtract(found)
      }
      return !left.isEmpty
    }
    return (hits, !isCut)
  }

  private func read(_ unit: DwarfUnit, _ wanted: [UInt64]) -> [UInt64: Line] {
    guard let offset = unit.lineOffset, let (reader, header) = program(at: offset) else { return [:] }
    var program = LineProgram(reader, header: header, wanted: wanted)
    let names = LineFiles(header: header, unit: unit, texts: texts)
    return program.run().compactMapValues { row in
      guard let path = names.path(row.file), let shown = names.path(row.shownFile) else { return nil }
      return Line(
        path: path, number: Int(clamping: row.line),
        shown: Line.Place(path: shown, line: Int(clamping: row.shownLine), address: row.shownAddress),
        isOptimized: unit.isOptimized)
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

/// The paths of the files of a line program.
struct LineFiles {
  let header: LineHeader
  let unit: DwarfUnit
  let texts: DwarfTexts

  /// The path of a file by its number in the rows. Files count from 1, in version 5 from 0.
  func path(_ number: UInt64) -> String? {
    let index = header.version >= 5 ? number : number &- 1
    guard index < UInt64(header.files.count) else { return nil }
    let file = header.files[Int(index)]
    guard let name = texts.text(file.name, unit) else { return nil }
    return name.hasPrefix("/") ? name : join(folder(file.folder), name)
  }

  private func folder(_ number: UInt64) -> String {
    let own = unit.folder.flatMap { texts.text($0, unit) } ?? ""
    if header.version < 5, number == 0 { return own }
    let index = header.version >= 5 ? number : number - 1
    guard index < UInt64(header.folders.count), let folder = texts.text(header.folders[Int(index)], unit)
    else { return own }
    return folder.hasPrefix("/") ? folder : join(own, folder)
  }

  private func join(_ folder: String, _ name: String) -> String {
    folder.isEmpty || folder.hasSuffix("/") ? folder + name : folder + "/" + name
  }
}
