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
    guard let sections = Self.sections(of: file) else {
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
    guard let bytes = part(of: section, from: offset, count: 4096), bytes.contains(0) else { return nil }
    return CText.text(in: bytes, at: 0)
  }

  /// The contents of a section at an index, as `link` states it.
  func contents(at index: UInt32) -> [UInt8]? {
    sections.indices.contains(Int(index)) ? contents(sections[Int(index)]) : nil
  }
}

extension ElfFile {
  /// Reads the section headers. Nil when this is not a 64-bit little-endian ELF file with section headers.
  private static func sections(of file: Int32) -> [Section]? {
    guard let bytes = FileBytes.read(file, at: 0, count: 64), bytes.starts(with: [0x7f, 0x45, 0x4c, 0x46, 2, 1])
    else { return nil }
    let offset = bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: 40, as: UInt64.self) }
    let numbers = bytes.withUnsafeBytes { bytes in
      [58, 60, 62].map { Int(bytes.loadUnaligned(fromByteOffset: $0, as: UInt16.self)) }
    }
    let (size, count, nameIndex) = (numbers[0], numbers[1], numbers[2])
    guard size >= 64, nameIndex < count, let table = FileBytes.read(file, at: offset, count: UInt64(count * size))
    else { return nil }
    let names = section(table, at: nameIndex * size, names: [])
    guard let texts = FileBytes.read(file, at: names.offset, count: names.size) else { return nil }
    return (0..<count).map { section(table, at: $0 * size, names: texts) }
  }

  private static func section(_ bytes: [UInt8], at start: Int, names: [UInt8]) -> ElfFile.Section {
    bytes.withUnsafeBytes {
      ElfFile.Section(
        name: CText.text(in: names, at: Int($0.loadUnaligned(fromByteOffset: start, as: UInt32.self))),
        kind: $0.loadUnaligned(fromByteOffset: start + 4, as: UInt32.self),
        address: $0.loadUnaligned(fromByteOffset: start + 16, as: UInt64.self),
        offset: $0.loadUnaligned(fromByteOffset: start + 24, as: UInt64.self),
        size: $0.loadUnaligned(fromByteOffset: start + 32, as: UInt64.self),
        link: $0.loadUnaligned(fromByteOffset: start + 40, as: UInt32.self),
        flags: $0.loadUnaligned(fromByteOffset: start + 8, as: UInt64.self))
    }
  }
}

/// Reads parts of a file.
enum FileBytes {
  /// No section of a program that is tested is larger. A damaged header may state any size.
  private static let limit: UInt64 = 1 << 30

  /// Returns exactly `count` bytes; nil when the file has fewer.
  static func read(_ file: Int32, at offset: UInt64, count: UInt64) -> [UInt8]? {
    guard count <= limit, offset <= UInt64(Int64.max) - limit, isInside(file, end: offset + count) else { return nil }
    let bytes = [UInt8](unsafeUninitializedCapacity: Int(count)) { buffer, filled in
      while filled < Int(count) {
        let done = pread(file, buffer.baseAddress! + filled, Int(count) - filled, off_t(offset) + off_t(filled))
        guard done > 0 else { return }
        filled += done
      }
    }
    return bytes.count == Int(count) ? bytes : nil
  }

  /// Avoids a large allocation for a size that the file cannot have.
  private static func isInside(_ file: Int32, end: UInt64) -> Bool {
    var status = stat()
    return fstat(file, &status) == 0 && UInt64(clamping: status.st_size) >= end
  }
}

/// Text that ends with a zero byte, inside an array of bytes.
enum CText {
  /// Empty when the place is outside; the rest when the zero byte is missing.
  static func text(in bytes: [UInt8], at start: Int) -> String {
    guard bytes.indices.contains(start) else { return "" }
    let end = bytes[start...].firstIndex(of: 0) ?? bytes.endIndex
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }
}

/// Whether the file of an image is the one that was loaded. A build replaces the file of a program that still runs, and
/// the lines in it are others.
extension ElfFile {
  /// True also when the file has no identity to compare.
  func matches(_ image: LoadedImage, in memory: any MemorySource) -> Bool {
    guard let note = section(".note.gnu.build-id"), !image.notes.isEmpty else { return true }
    return image.notes.contains { range in
      let bytes = memory.bytes(at: range.lowerBound, count: Int(clamping: min(UInt64(range.count), 4096)))
      return bytes.contains(note)
    }
  }
}
