/// Reads the section headers of an ELF file.
struct ElfSections {
  /// Nil when this is not a 64-bit little-endian ELF file with section headers.
  let list: [ElfFile.Section]?

  init(file: Int32) {
    list = Self.header(file).flatMap { Self.list(file, $0) }
  }

  private struct Header {
    let offset: UInt64
    let entrySize: UInt64
    let count: UInt64
    let nameIndex: Int
  }

  private static func header(_ file: Int32) -> Header? {
    guard let bytes = FileBytes.read(file, at: 0, count: 64), bytes.starts(with: [0x7f, 0x45, 0x4c, 0x46, 2, 1])
    else { return nil }
    return bytes.withUnsafeBytes {
      let size = UInt64($0.loadUnaligned(fromByteOffset: 58, as: UInt16.self))
      guard size >= 64 else { return nil }
      return Header(
        offset: $0.loadUnaligned(fromByteOffset: 40, as: UInt64.self), entrySize: size,
        count: UInt64($0.loadUnaligned(fromByteOffset: 60, as: UInt16.self)),
        nameIndex: Int($0.loadUnaligned(fromByteOffset: 62, as: UInt16.self)))
    }
  }

  private static func list(_ file: Int32, _ header: Header) -> [ElfFile.Section]? {
    let size = header.count * header.entrySize
    guard let bytes = FileBytes.read(file, at: header.offset, count: size) else { return nil }
    let entries = (0..<Int(header.count)).map { section(bytes, at: $0 * Int(header.entrySize), names: []) }
    guard entries.indices.contains(header.nameIndex) else { return nil }
    let names = entries[header.nameIndex]
    guard let texts = FileBytes.read(file, at: names.offset, count: names.size) else { return nil }
    return (0..<Int(header.count)).map { section(bytes, at: $0 * Int(header.entrySize), names: texts) }
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
