import Foundation

/// Reads the lines of a file in pieces, so that neither a large file nor a long line needs much memory.
struct LineReader {
  enum Line: Equatable {
    case whole(Data)
    /// The last line of a file that does not end with a line break.
    case cutOff(Data)
    case tooLong
  }

  /// The bytes of one piece, and of the longest line that is kept.
  private let piece, longest: Int

  private var line = Data()
  private var isTooLong = false

  init(piece: Int = 1 << 16, longest: Int = 1 << 20) {
    self.piece = piece
    self.longest = longest
  }

  /// Calls a closure with each line of a file, without its line break.
  func forEachLine(of path: String, _ body: (Line) throws -> Void) throws {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw Self.error(path) }
    defer { close(file) }
    var reader = self
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: piece, alignment: 16)
    defer { buffer.deallocate() }
    while true {
      let count = read(file, buffer.baseAddress, piece)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw Self.error(path) }
      guard count > 0 else { break }
      try reader.take(UnsafeRawBufferPointer(rebasing: buffer[..<count]), body)
    }
    if reader.isTooLong || !reader.line.isEmpty { try body(reader.isTooLong ? .tooLong : .cutOff(reader.line)) }
  }

  private static func error(_ path: String) -> ReportError {
    ReportError("\(path) cannot be read: \(String(cString: strerror(errno)))")
  }

  private mutating func take(_ bytes: UnsafeRawBufferPointer, _ body: (Line) throws -> Void) throws {
    var rest = bytes
    while let start = rest.baseAddress, !rest.isEmpty {
      guard let end = memchr(start, Int32(UInt8(ascii: "\n")), rest.count) else {
        keep(rest)
        return
      }
      let length = UnsafeRawPointer(end) - start
      keep(UnsafeRawBufferPointer(start: start, count: length))
      try body(isTooLong ? .tooLong : .whole(line))
      line.removeAll(keepingCapacity: true)
      isTooLong = false
      rest = UnsafeRawBufferPointer(rebasing: rest[(length + 1)...])
    }
  }

  private mutating func keep(_ bytes: UnsafeRawBufferPointer) {
    if line.count + bytes.count > longest { isTooLong = true }
    if isTooLong { line.removeAll() } else { line.append(contentsOf: bytes) }
  }
}
