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
