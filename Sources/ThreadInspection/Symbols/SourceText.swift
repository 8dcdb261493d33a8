import Foundation

/// Lines of source files, as they are now: short enough for a text.
struct SourceText {
  /// Longer files are generated.
  private static let limit = 4 << 20
  private static let width = 60
  private var files: [String: [Substring]] = [:]
  /// The image that contains the code of each file.
  private var images: [String: String] = [:]

  init(images places: some Sequence<CodePlace>) {
    for place in places {
      if let path = place.shownFile { images[path] = place.image }
    }
  }

  static func exists(_ path: String) -> Bool { status(of: path) != nil }

  /// The trimmed and shortened line; nil when the file or the line does not exist or the line is empty.
  mutating func line(_ number: Int, of path: String) -> String? {
    let lines = self.lines(of: path)
    guard number > 0, number <= lines.count else { return nil }
    let line = Self.shortened(lines[number - 1])
    return line.isEmpty ? nil : line
  }

  static func shortened(_ line: Substring) -> String {
    var line = line.drop(while: \.isWhitespace)
    while line.last?.isWhitespace == true { line.removeLast() }
    return line.count <= width ? String(line) : line.prefix(width - 1) + "…"
  }

  private mutating func lines(of path: String) -> [Substring] {
    if let known = files[path] { return known }
    let lines = text(of: path).split(omittingEmptySubsequences: false) { ["\n", "\r\n", "\r"].contains($0) }
    files[path] = lines
    return lines
  }

  /// Empty when the file cannot be read, or has changed since the image was built.
  private func text(of path: String) -> String {
    guard let status = Self.status(of: path), status.st_size > 0, status.st_size <= Self.limit,
      status.st_mode & S_IFMT == S_IFREG, !isNewer(status, than: images[path])
    else { return "" }
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return "" }
    defer { close(file) }
    return FileBytes.read(file, at: 0, count: UInt64(status.st_size)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  private func isNewer(_ source: stat, than image: String?) -> Bool {
    guard let image = image.flatMap(Self.status) else { return false }
    return source.modified > image.modified
  }

  private static func status(of path: String) -> stat? {
    var status = stat()
    return stat(path, &status) == 0 ? status : nil
  }
}

extension stat {
  fileprivate var modified: Double {
    Double(st_mtim.tv_sec) + Double(st_mtim.tv_nsec) / 1e9
  }
}
