import Foundation

/// The sections of an ELF file, which is read with `pread` only: a file that shrinks meanwhile gives a short read.
final class ElfFile: Sendable {
  struct Section: Sendable, Equatable {
    let name: String
    let kind: UInt32
    /// The address before relocation.
    let address: UInt64
    let offset: UInt64
    let size: UInt64
    /// The index of the section that this section refers to: for symbols, their names.
    let link: UInt32

    /// Whether the section takes no space in the file.
    var isEmpty: Bool { kind == 8 || size == 0 }
    var isCompressed: Bool { flags & 0x800 != 0 }
    let flags: UInt64
  }

  let sections: [Section]
  private let file: Int32

  /// Fails when the file cannot be opened or is not a 64-bit little-endian ELF file.
  init?(path: String) {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return nil }
    guard let sections = ElfSections(file: file).list else {
      close(file)
      return nil
    }
    self.file = file
    self.sections = sections
  }

  deinit { close(file) }

  func header(_ name: String) -> Section? { sections.first { $0.name == name } }

  /// The whole contents of a section; nil when it does not exist, is compressed, or the file ends before it.
  func section(_ name: String) -> [UInt8]? { header(name).flatMap(contents) }

  func contents(_ section: Section) -> [UInt8]? {
    guard !section.isEmpty, !section.isCompressed else { return nil }
    return FileBytes.read(file, at: section.offset, count: section.size)
  }

  /// At most `count` bytes of a section, from `offset` on; nil when the section ends before that.
  func part(of section: Section, from offset: UInt64, count: UInt64) -> [UInt8]? {
    guard !section.isEmpty, !section.isCompressed, offset < section.size else { return nil }
    let (start, overflow) = section.offset.addingReportingOverflow(offset)
    return overflow ? nil : FileBytes.read(file, at: start, count: min(count, section.size - offset))
  }

  /// The text in a section of texts, which ends with a zero byte; nil when it is longer than 4096 bytes.
  func text(in section: Section, at offset: UInt64) -> String? {
    guard let bytes = part(of: section, from: offset, count: 256) else { return nil }
    if bytes.contains(0) { return CText.text(in: bytes, at: 0) }
    guard let bytes = part(of: section, from: offset, count: 4096), bytes.contains(0) else { return nil }
    return CText.text(in: bytes, at: 0)
  }

  /// The contents of a section at an index, as `link` states it.
  func contents(at index: UInt32) -> [UInt8]? {
    sections.indices.contains(Int(index)) ? contents(sections[Int(index)]) : nil
  }
}
