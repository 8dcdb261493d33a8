import Foundation

/// Reads parts of a file.
enum FileBytes {
  /// No section of a program that is tested is larger. A damaged header may state any size.
  private static let limit: UInt64 = 1 << 30

  /// Returns exactly `count` bytes; nil when the file has fewer.
  static func read(_ file: Int32, at offset: UInt64, count: UInt64) -> [UInt8]? {
    guard count <= limit, offset <= UInt64(Int64.max) - limit, isInside(file, end: offset + count) else { return nil }
    let bytes = [UInt8](unsafeUninitializedCapacity: Int(count)) { buffer, filled in
      while filled < Int(count) {
        let done = pread(file, buffer.baseAddress! + filled, Int(count) - filled, off_t(offset) + off_t(filled))
        guard done > 0 else { return }
        filled += done
      }
    }
    return bytes.count == Int(count) ? bytes : nil
  }

  /// Avoids a large allocation for a size that the file cannot have.
  private static func isInside(_ file: Int32, end: UInt64) -> Bool {
    var status = stat()
    return fstat(file, &status) == 0 && UInt64(clamping: status.st_size) >= end
  }
}
