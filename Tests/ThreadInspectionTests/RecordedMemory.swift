@testable import ThreadInspection

/// Memory that consists of one piece, which begins at 0x1000.
struct RecordedMemory: MemorySource {
  static let start: UInt64 = 0x1000
  private var bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  func bytes(at address: UInt64, count: Int) -> [UInt8] {
    guard address >= Self.start, address - Self.start < UInt64(bytes.count) else { return [] }
    return Array(bytes[Int(address - Self.start)...].prefix(count))
  }

  mutating func write(_ new: [UInt8], at address: UInt64) {
    let index = Int(address - Self.start)
    bytes.replaceSubrange(index..<index + new.count, with: new)
  }
}
