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
      mappings.contains(where: \.isExecutable), let headers = ProgramHeaders(at: first.range.lowerBound, in: memory)
    else { return nil }
    let bias = first.range.lowerBound &- headers.firstAddress
    path = first.path
    range = first.range.lowerBound..<last.range.upperBound
    self.bias = bias
    code = mappings.filter(\.isExecutable).map(\.range)
    frameHeader = headers.frameHeader.map { $0 &+ bias }
    notes = headers.notes.map { Self.shifted($0, by: bias) }.filter { !$0.isEmpty }
  }

  private static func shifted(_ range: Range<UInt64>, by bias: UInt64) -> Range<UInt64> {
    let start = range.lowerBound &+ bias
    let end = range.upperBound &+ bias
    return start..<max(start, end)
  }
}
