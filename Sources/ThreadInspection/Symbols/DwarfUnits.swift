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
