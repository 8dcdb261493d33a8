/// One line of `/proc/self/maps`: a part of the address space with the same access and origin.
struct MemoryMapping: Equatable, Sendable {
  var range: Range<UInt64>
  var isReadable: Bool
  var isWritable: Bool
  var isExecutable: Bool
  var isPrivate: Bool
  /// Where the part begins in the file.
  var offset: UInt64
  var inode: UInt64
  /// The file, a name in brackets such as `[heap]`, or nothing.
  var path: String

  /// Parses the whole text. A line that is not understood is left out.
  static func all(in text: [UInt8]) -> [MemoryMapping] {
    text.split(separator: UInt8(ascii: "\n")).compactMap { MemoryMapping(line: $0) }
  }

  /// Parses a line such as `7f00-7f80 r-xp 00001000 fe:00 1234   /usr/lib/libc.so.6`.
  init?(line: ArraySlice<UInt8>) {
    let parts = line.split(separator: UInt8(ascii: " "), maxSplits: 5)
    guard parts.count >= 5, parts[1].count >= 4 else { return nil }
    let bounds = parts[0].split(separator: UInt8(ascii: "-"))
    guard bounds.count == 2, let start = Self.number(bounds[0], radix: 16),
      let end = Self.number(bounds[1], radix: 16), start < end,
      let offset = Self.number(parts[2], radix: 16), let inode = Self.number(parts[4], radix: 10)
    else { return nil }
    range = start..<end
    let access = Array(parts[1])
    isReadable = access[0] == UInt8(ascii: "r")
    isWritable = access[1] == UInt8(ascii: "w")
    isExecutable = access[2] == UInt8(ascii: "x")
    isPrivate = access[3] == UInt8(ascii: "p")
    self.offset = offset
    self.inode = inode
    path = parts.count > 5 ? String(decoding: parts[5].drop { $0 == UInt8(ascii: " ") }, as: UTF8.self) : ""
  }

  private static func number(_ digits: ArraySlice<UInt8>, radix: UInt64) -> UInt64? {
    guard !digits.isEmpty, digits.count <= 20 else { return nil }
    var value: UInt64 = 0
    for digit in digits {
      guard let digit = Self.value(ofDigit: digit), digit < radix else { return nil }
      value = value &* radix &+ digit
    }
    return value
  }

  private static func value(ofDigit digit: UInt8) -> UInt64? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(digit - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt64(digit - UInt8(ascii: "a") + 10)
    default: nil
    }
  }
}

extension MemoryMapping {
  /// Whether it is private memory without a file, such as the heap or the stack of a thread.
  var isAnonymous: Bool {
    isPrivate && inode == 0 && (path.isEmpty || path == "[heap]" || path.hasPrefix("[anon"))
  }
}
