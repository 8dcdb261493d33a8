/// The sorted table of `.eh_frame_hdr`, with the function for each address of an image.
struct FrameTable: Sendable {
  /// The address of `.eh_frame_hdr`.
  var address: UInt64
  private var count: UInt64

  /// Returns nil when the table has not the one format that all linkers write.
  init?(at address: UInt64, in memory: any MemorySource) {
    var reader = ByteReader(memory.bytes(at: address, count: 12))
    // Version 1; a relative pointer of four bytes; a count of four bytes; pairs of offsets of four bytes from here.
    guard (try? reader.u32()) == 0x3b03_1b01, (try? reader.u32()) != nil, let count = try? reader.u32()
    else { return nil }
    self.address = address
    self.count = UInt64(count)
  }

  /// What the table says about an address.
  enum Finding: Sendable {
    case function(FunctionFrame)
    /// No function is described there. The range lies between those around it.
    case gap(Range<UInt64>)
    /// The table cannot be read.
    case damaged
  }

  func find(_ target: UInt64, in memory: any MemorySource) -> Finding {
    guard let index = firstIndex(after: target, in: memory) else { return .damaged }
    let next = index < count ? pointer(index, 0, in: memory) : .max
    guard let next, next > target else { return .damaged }
    guard index > 0 else { return .gap(0..<next) }
    guard let entry = pointer(index - 1, 4, in: memory), let frame = try? FunctionFrame(at: entry, in: memory)
    else { return .damaged }
    if frame.range.contains(target) { return .function(frame) }
    return frame.range.upperBound <= target ? .gap(frame.range.upperBound..<next) : .damaged
  }

  /// Returns the index of the first function that begins after an address.
  private func firstIndex(after target: UInt64, in memory: any MemorySource) -> UInt64? {
    var low: UInt64 = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      guard let start = pointer(middle, 0, in: memory) else { return nil }
      if start <= target { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Reads one of the two addresses of a pair.
  private func pointer(_ index: UInt64, _ offset: UInt64, in memory: any MemorySource) -> UInt64? {
    memory.integer(at: address &+ 12 &+ index &* 8 &+ offset, as: Int32.self).map {
      address &+ UInt64(bitPattern: Int64($0))
    }
  }
}

/// One entry of `.eh_frame`: its bytes after the length, and where they lie.
struct FrameEntry: Sendable {
  struct Malformed: Error {}

  /// The address of the first byte after the length: of the field that tells both kinds of entry apart.
  var address: UInt64
  var reader: ByteReader

  /// The longest entry that is read. Entries of large functions have a few thousand bytes.
  static let limit = 1 << 17

  init(at address: UInt64, in memory: any MemorySource) throws {
    guard let length = memory.integer(at: address, as: UInt32.self), length >= 4, length <= UInt32(Self.limit)
    else { throw Malformed() }
    self.address = address &+ 4
    let bytes = memory.bytes(at: self.address, count: Int(length))
    guard bytes.count == Int(length) else { throw Malformed() }
    reader = ByteReader(bytes)
  }

  /// The address of the next byte.
  var position: UInt64 { address &+ UInt64(reader.position) }

  mutating func address(_ encoding: PointerEncoding) throws -> UInt64 {
    try encoding.address(&reader, at: position)
  }
}

/// What several functions share in `.eh_frame`: a "common information entry", CIE.
struct CommonFrameInformation: Sendable {
  var codeAlignment: UInt64
  var dataAlignment: Int64
  /// The register that holds the return address.
  var returnRegister: Int
  /// How addresses of functions are stored.
  var encoding = PointerEncoding(byte: 0)
  /// Whether the frame belongs to a signal handler: then its address is not one after a call.
  var isSignalFrame = false
  var hasAugmentation = false
  /// The instructions that come before those of each function.
  var instructions: ByteReader

  init(_ entry: FrameEntry) throws {
    var entry = entry
    guard try entry.reader.u32() == 0 else { throw FrameEntry.Malformed() }
    let version = try entry.reader.u8()
    guard version == 1 || version == 3 else { throw FrameEntry.Malformed() }
    let augmentation = try entry.reader.cString()
    codeAlignment = try entry.reader.uleb()
    dataAlignment = try entry.reader.sleb()
    returnRegister = Int(truncatingIfNeeded: version == 1 ? UInt64(try entry.reader.u8()) : try entry.reader.uleb())
    instructions = entry.reader
    guard !augmentation.isEmpty else { return }
    try readAugmentation(augmentation, from: &entry)
    instructions = entry.reader
  }

  /// Reads the additions that the letters of `text` announce.
  private mutating func readAugmentation(_ text: String, from entry: inout FrameEntry) throws {
    guard text.utf8.first == UInt8(ascii: "z") else { throw FrameEntry.Malformed() }
    hasAugmentation = true
    let length = Int(truncatingIfNeeded: try entry.reader.uleb())
    var end = entry.reader
    try end.skip(length)
    for letter in text.utf8.dropFirst() {
      switch letter {
      case UInt8(ascii: "R"): encoding = PointerEncoding(byte: try entry.reader.u8())
      case UInt8(ascii: "P"):
        let personality = PointerEncoding(byte: try entry.reader.u8())
        _ = try personality.number(&entry.reader)
      case UInt8(ascii: "L"): try entry.reader.skip(1)
      case UInt8(ascii: "S"): isSignalFrame = true
      default: break
      }
    }
    entry.reader = end
  }
}

/// How `.eh_frame` stores an address: its format in the low four bits, what it is relative to in the next three.
struct PointerEncoding: Equatable, Sendable {
  struct Unsupported: Error {}

  var byte: UInt8

  /// Reads an address. `position` is the address of the next byte of `reader`.
  func address(_ reader: inout ByteReader, at position: UInt64) throws -> UInt64 {
    let value = try number(&reader)
    switch byte & 0xf0 {
    case 0x00: return value
    case 0x10: return value &+ position
    default: throw Unsupported()
    }
  }

  /// Reads the number alone, which is also the format of a length.
  func number(_ reader: inout ByteReader) throws -> UInt64 {
    switch byte & 0x0f {
    case 0x00, 0x04, 0x0c: try reader.u64()
    case 0x01: try reader.uleb()
    case 0x02: UInt64(try reader.u16())
    case 0x03: UInt64(try reader.u32())
    case 0x09: UInt64(bitPattern: try reader.sleb())
    case 0x0a: UInt64(bitPattern: Int64(Int16(bitPattern: try reader.u16())))
    case 0x0b: UInt64(bitPattern: Int64(Int32(bitPattern: try reader.u32())))
    default: throw Unsupported()
    }
  }
}

/// How to unwind one function: a "frame description entry", FDE, of `.eh_frame` with its CIE.
struct FunctionFrame: Sendable {
  /// The addresses of the function.
  var range: Range<UInt64>
  var common: CommonFrameInformation
  var instructions: ByteReader
  /// The address of the first byte of the reader's bytes.
  var instructionsBase: UInt64

  init(at address: UInt64, in memory: any MemorySource) throws {
    var entry = try FrameEntry(at: address, in: memory)
    let distance = try entry.reader.u32()
    // Zero marks a CIE; otherwise the CIE lies this far before the field.
    guard distance != 0 else { throw FrameEntry.Malformed() }
    common = try CommonFrameInformation(FrameEntry(at: entry.address &- UInt64(distance), in: memory))
    let start = try entry.address(common.encoding)
    let (end, overflow) = start.addingReportingOverflow(try common.encoding.number(&entry.reader))
    guard !overflow else { throw FrameEntry.Malformed() }
    range = start..<end
    if common.hasAugmentation {
      let length = try entry.reader.uleb()
      try entry.reader.skip(Int(truncatingIfNeeded: length))
    }
    instructions = entry.reader
    instructionsBase = entry.address
  }
}
