/// Text that ends with a zero byte, inside an array of bytes.
enum CText {
  /// Empty when the place is outside; the rest when the zero byte is missing.
  static func text(in bytes: [UInt8], at start: Int) -> String {
    guard bytes.indices.contains(start) else { return "" }
    let end = bytes[start...].firstIndex(of: 0) ?? bytes.endIndex
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }
}
