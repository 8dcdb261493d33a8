/// Bytes by address: the memory of this process, or recorded bytes in a test.
protocol MemorySource {
  /// Returns the bytes from an address on: all of them, fewer, or none where the memory cannot be read.
  func bytes(at address: UInt64, count: Int) -> [UInt8]
}

extension MemorySource {
  /// Returns the integer at an address, or nil when it cannot be read whole.
  func integer<Value: FixedWidthInteger & BitwiseCopyable>(at address: UInt64, as type: Value.Type) -> Value? {
    var reader = ByteReader(bytes(at: address, count: MemoryLayout<Value>.size))
    return try? reader.integer()
  }

  func word(at address: UInt64) -> UInt64? { integer(at: address, as: UInt64.self) }
}
