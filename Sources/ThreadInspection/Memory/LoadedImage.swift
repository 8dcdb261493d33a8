/// A program or library that the loader has mapped.
struct LoadedImage: Equatable, Sendable {
  var path: String
  /// All of its addresses.
  var range: Range<UInt64>
  /// The difference between its addresses in this process and those in its file.
  var bias: UInt64
  /// The addresses of its code.
  var code: [Range<UInt64>]
  /// The address of its table of unwinding information, `.eh_frame_hdr`.
  var frameHeader: UInt64?
  /// The addresses of its notes, of which one is the build ID.
  var notes: [Range<UInt64>]

  func hasCode(at address: UInt64) -> Bool { code.contains { $0.contains(address) } }
}

extension LoadedImage {
  /// Makes an image of mappings of one file that follow each other.
  ///
  /// Returns nil when none of them is code, or the first does not begin with the headers of an image: then the program
  /// has mapped a file as data.
  init?(_ mappings: ArraySlice<MemoryMapping>, in memory: any MemorySource) {
    guard let first = mappings.first, let last = mappings.last, first.offset == 0,
      mappings.contains(where: \.isExecutable),
      let headers = try? ProgramHeaders(memory.bytes(at: first.range.lowerBound, count: 4096))
    else { return nil }
    let bias = first.range.lowerBound &- headers.firstAddress
    path = first.path
    range = first.range.lowerBound..<last.range.upperBound
    self.bias = bias
    code = mappings.filter(\.isExecutable).map(\.range)
    frameHeader = headers.frameHeader.map { $0 &+ bias }
    notes = headers.notes.map { ($0.lowerBound &+ bias)..<max($0.lowerBound &+ bias, $0.upperBound &+ bias) }
  }
}

/// The images and the private memory of this process at one moment.
struct ImageMap: Sendable {
  /// The programs and libraries, by address.
  var images: [LoadedImage] = []
  /// Private memory without a file that can be read and written, such as the heap and the stacks, by address.
  var anonymousMemory: [Range<UInt64>] = []

  func image(at address: UInt64) -> LoadedImage? {
    var low = 0
    var high = images.count
    while low < high {
      let middle = (low + high) / 2
      if images[middle].range.upperBound <= address { low = middle + 1 } else { high = middle }
    }
    guard low < images.count, images[low].range.contains(address) else { return nil }
    return images[low]
  }

  func hasCode(at address: UInt64) -> Bool { image(at: address)?.hasCode(at: address) ?? false }
}

extension ImageMap {
  /// Makes a map of the lines of `/proc/self/maps`. Mappings of one file that follow each other, with offsets that
  /// grow, are one image; an offset that does not grow begins another mapping of the same file. Between the parts of a
  /// library the loader may leave pages without access, which have the offset of the next part.
  init(_ mappings: [MemoryMapping], in memory: any MemorySource) {
    var start = 0
    for index in mappings.indices {
      let next = index + 1 < mappings.count ? mappings[index + 1] : nil
      if let next, mappings[index].isContinued(by: next) { continue }
      if mappings[index].hasImagePath, let image = LoadedImage(mappings[start...index], in: memory) {
        images.append(image)
      }
      start = index + 1
    }
    anonymousMemory = mappings.filter { $0.isAnonymous && $0.isReadable && $0.isWritable }.map(\.range)
  }

  #if os(Linux)
    /// Reads the present map. Returns nil when the kernel does not show it.
    static func capture(_ memory: any MemorySource) -> ImageMap? {
      guard let text = SystemFile.bytes(of: "/proc/self/maps", first: 1 << 16) else { return nil }
      return ImageMap(MemoryMapping.all(in: text), in: memory)
    }
  #endif
}

extension MemoryMapping {
  /// Whether it can be a part of an image: of a file, or of the functions that the kernel gives each process.
  fileprivate var hasImagePath: Bool { path.hasPrefix("/") || path == "[vdso]" }

  fileprivate func isContinued(by next: MemoryMapping) -> Bool {
    path == next.path && inode == next.inode && hasImagePath
      && (next.offset > offset || next.offset == offset && !isReadable && range.upperBound == next.range.lowerBound)
  }
}

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

  private static func number(_ digits: ArraySlice<UInt8>, radix: Int) -> UInt64? {
    UInt64(String(decoding: digits, as: UTF8.self), radix: radix)
  }
}

extension MemoryMapping {
  /// Whether it is private memory without a file, such as the heap or the stack of a thread.
  var isAnonymous: Bool {
    isPrivate && inode == 0 && (path.isEmpty || path == "[heap]" || path.hasPrefix("[anon"))
  }
}

/// What the headers at the beginning of a loaded ELF image tell about its parts.
struct ProgramHeaders: Equatable, Sendable {
  /// The address, before relocation, of the part that begins the file.
  var firstAddress: UInt64
  /// The address, before relocation, of `.eh_frame_hdr`.
  var frameHeader: UInt64?
  /// The addresses, before relocation, of the notes, of which one is the build ID.
  var notes: [Range<UInt64>] = []

  struct NotAnImage: Error {}

  /// Reads them from the beginning of an image. Throws an error when it is not an ELF image of 64 bits.
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
      let kind = try reader.u32()
      try reader.skip(4)
      let (offset, address) = (try reader.u64(), try reader.u64())
      try reader.skip(16)
      let (end, overflow) = address.addingReportingOverflow(try reader.u64())
      guard !overflow else { throw NotAnImage() }
      // `PT_LOAD`, `PT_NOTE` and `PT_GNU_EH_FRAME`.
      switch kind {
      case 1 where offset == 0: firstAddress = address & ~0xfff
      case 4: notes.append(address..<end)
      case 0x6474_e550: frameHeader = address
      default: break
      }
    }
    guard firstAddress != .max else { throw NotAnImage() }
  }
}
