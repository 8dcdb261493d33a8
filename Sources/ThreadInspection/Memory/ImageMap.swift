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
