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
