/// What the headers at the beginning of a loaded ELF image tell about its parts.
struct ProgramHeaders: Equatable, Sendable {
  /// The address, before relocation, of the part that begins the file.
  var firstAddress: UInt64
  /// The addresses, before relocation, of executable parts.
  var code: [Range<UInt64>] = []
  /// The address, before relocation, of `.eh_frame_hdr`.
  var frameHeader: UInt64?
  /// The addresses, before relocation, of the notes, of which one is the build ID.
  var notes: [Range<UInt64>] = []

  /// Reads them from the beginning of an image, or returns nil when it is not an ELF image of 64 bits.
  init?(at start: UInt64, in memory: any MemorySource) {
    let bytes = memory.bytes(at: start, count: 4096)
    guard let headers = try? ProgramHeaders(bytes) else { return nil }
    self = headers
  }

  struct NotAnImage: Error {}

  init(_ bytes: [UInt8]) throws {
    var reader = ByteReader(bytes)
    let magic = try reader.u32()
    let kind = try reader.u32()
    // The file format: ELF, 64 bits, little-endian, version 1.
    guard magic == 0x464c_457f, kind & 0xff_ffff == 0x01_0102 else { throw NotAnImage() }
    try reader.seek(to: 32)
    let table = try reader.u64()
    try reader.seek(to: 54)
    let size = try reader.u16()
    let count = try reader.u16()
    guard size >= 56, table < UInt64(bytes.count) else { throw NotAnImage() }
    firstAddress = .max
    for index in 0..<Int(count) {
      try reader.seek(to: Int(table) + index * Int(size))
      note(try Entry(&reader))
    }
    guard firstAddress != .max else { throw NotAnImage() }
  }

  private mutating func note(_ entry: Entry) {
    switch entry.kind {
    case Entry.load:
      if entry.offset == 0 { firstAddress = entry.range.lowerBound & ~0xfff }
      if entry.flags & 1 != 0 { code.append(entry.range) }
    case Entry.frameHeader: frameHeader = entry.range.lowerBound
    case Entry.note: notes.append(entry.range)
    default: break
    }
  }

  /// One program header.
  private struct Entry {
    static let load: UInt32 = 1
    static let note: UInt32 = 4
    static let frameHeader: UInt32 = 0x6474_e550

    var kind: UInt32
    var flags: UInt32
    var offset: UInt64
    var range: Range<UInt64>

    init(_ reader: inout ByteReader) throws {
      kind = try reader.u32()
      flags = try reader.u32()
      offset = try reader.u64()
      let address = try reader.u64()
      _ = try reader.u64()
      _ = try reader.u64()
      let size = try reader.u64()
      let (end, overflow) = address.addingReportingOverflow(size)
      guard !overflow else { throw NotAnImage() }
      range = address..<end
    }
  }
}
