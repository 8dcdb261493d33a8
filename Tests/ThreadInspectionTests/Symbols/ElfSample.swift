/// Makes small ELF files.
enum ElfSample {
  typealias Section = (name: String, kind: UInt32, bytes: [UInt8])

  /// A file with one function, `f`, at 0x1000.
  static let small = file(
    sections: [
      (".text", 1, [UInt8](repeating: 0x90, count: 16)),
      (".strtab", 3, Array("\0f\0".utf8)),
      (".symtab", 2, symbol(name: 1, value: 0x1000, size: 16)),
      (".debug_info", 1, [UInt8](repeating: 7, count: 40)),
      (".debug_abbrev", 1, [7, 0x11, 0, 0, 0, 0]),
      (".debug_line", 1, [UInt8](repeating: 1, count: 40)),
    ])

  static func file(sections: [Section]) -> [UInt8] {
    var names: [UInt8] = [0]
    let nameOffsets = sections.map { section in
      defer { names += Array(section.name.utf8) + [0] }
      return UInt32(names.count)
    }
    let ownName = UInt32(names.count)
    names += Array(".shstrtab".utf8) + [0]
    var body: [UInt8] = []
    var headers = header(0, 0, 0, 0, 0)
    for (section, name) in zip(sections, nameOffsets) {
      headers += header(name, section.kind, UInt64(64 + body.count), UInt64(section.bytes.count), 2)
      body += section.bytes
    }
    headers += header(ownName, 3, UInt64(64 + body.count), UInt64(names.count), 0)
    body += names
    return start(headersAt: UInt64(64 + body.count), count: UInt16(sections.count + 2)) + body + headers
  }

  static func symbol(name: UInt32, value: UInt64, size: UInt64) -> [UInt8] {
    bytes(name) + [2, 0, 1, 0] + bytes(value) + bytes(size)
  }

  static func bytes<Value: FixedWidthInteger>(_ value: Value) -> [UInt8] {
    withUnsafeBytes(of: value.littleEndian) { Array($0) }
  }

  private static func start(headersAt offset: UInt64, count: UInt16) -> [UInt8] {
    let identity: [UInt8] = [0x7f, 0x45, 0x4c, 0x46, 2, 1, 1] + [UInt8](repeating: 0, count: 33)
    let sizes: [UInt16] = [64, 56, 0, 64, count, count - 1]
    return identity + bytes(offset) + bytes(UInt32(0)) + sizes.flatMap { bytes($0) }
  }

  private static func header(
    _ name: UInt32, _ kind: UInt32, _ offset: UInt64, _ size: UInt64, _ link: UInt32
  ) -> [UInt8] {
    let numbers: [UInt64] = [0, kind == 1 ? 0x1000 : 0, offset, size]
    return bytes(name) + bytes(kind) + numbers.flatMap { bytes($0) } + bytes(link) + bytes(UInt32(0))
      + bytes(UInt64(1)) + bytes(UInt64(24))
  }
}
