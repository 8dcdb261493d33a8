@testable import ThreadInspection

/// Memory that consists of one piece.
struct RecordedMemory: MemorySource {
  private let start: UInt64
  private var bytes: [UInt8]

  init(_ bytes: [UInt8], at start: UInt64 = 0x1000) { (self.bytes, self.start) = (bytes, start) }

  func bytes(at address: UInt64, count: Int) -> [UInt8] {
    guard address >= start, address - start < UInt64(bytes.count) else { return [] }
    return Array(bytes[Int(address - start)...].prefix(count))
  }

  mutating func write(_ new: [UInt8], at address: UInt64) {
    let index = Int(address - start)
    bytes.replaceSubrange(index..<index + new.count, with: new)
  }
}
