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
