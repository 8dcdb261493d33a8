/// Whether the file of an image is the one that was loaded. A build replaces the file of a program that still runs, and
/// the lines in it are others.
struct BuildIdentity {
  private let note: [UInt8]?

  init(_ file: ElfFile) {
    note = file.section(".note.gnu.build-id")
  }

  /// True also when the file has no identity to compare.
  func matches(_ image: LoadedImage, in memory: any MemorySource) -> Bool {
    guard let note, !image.notes.isEmpty else { return true }
    return image.notes.contains { range in
      let bytes = memory.bytes(at: range.lowerBound, count: Int(clamping: min(UInt64(range.count), 4096)))
      return bytes.contains(note)
    }
  }
}

extension [UInt8] {
  fileprivate func contains(_ part: [UInt8]) -> Bool {
    guard !part.isEmpty, part.count <= count else { return part.isEmpty }
    return (0...count - part.count).contains { self[$0..<$0 + part.count].elementsEqual(part) }
  }
}
