import Foundation

/// Reads a ledger line by line, and says which lines are left out.
struct LedgerFile {
  let path: String
  private var reader = LineReader()

  private static let shownComplaints = 5

  init(_ path: String, reader: LineReader = LineReader()) {
    self.path = path
    self.reader = reader
  }

  /// Whether the file can be read twice; a pipe cannot.
  var canBeReadAgain: Bool {
    let path = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    return (try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType) == .typeRegular
  }

  /// Calls a closure with each entry. Returns one message for each line that was left out, up to a maximum.
  func forEachEntry(_ body: (LedgerEntry) -> Void) throws -> [String] {
    let decoder = JSONDecoder()
    var (complaints, omitted, entries, number) = ([String](), 0, 0, 0)
    try reader.forEachLine(of: path) { line in
      number += 1
      guard line != .whole(Data()) else { return }
      if let entry = try entry(in: line, number: number, decoder) {
        entries += 1
        body(entry.bounded)
        return
      }
      omitted += 1
      if omitted <= Self.shownComplaints { complaints.append("\(path):\(number): \(line.complaint); left out") }
    }
    if omitted > Self.shownComplaints {
      complaints.append("\(NumberText.grouped(omitted - Self.shownComplaints)) more lines are left out")
    }
    guard entries == 0 else { return complaints }
    let reason = complaints.first.map { ": \($0)" } ?? ": it is empty"
    throw UsageError("\(path) has no entries that EXPECTATIONS_REPORT could have written\(reason)")
  }

  /// Decodes a line; nil if it is no entry. An entry of a newer version may mean something else, so none is guessed.
  private func entry(in line: LineReader.Line, number: Int, _ decoder: JSONDecoder) throws -> LedgerEntry? {
    // What does not begin as an object is not decoded, because that takes long in a large file of something else.
    guard let text = line.text, text.first == UInt8(ascii: "{") else { return nil }
    let entry = try? decoder.decode(LedgerEntry.self, from: text)
    let version = entry == nil ? (try? decoder.decode(VersionOfLine.self, from: text))?.version : entry?.version
    if let version, version > LedgerEntry.newestVersion {
      throw UsageError(
        """
        \(path):\(number) was written by a newer version of the library (format \(version)); this program reads \
        formats up to \(LedgerEntry.newestVersion). Use the expectations-report of that version
        """)
    }
    return entry
  }

  private struct VersionOfLine: Decodable {
    var version: Int?
    /// Only a line of the library has one; other files have versions, too.
    var kind: String
  }
}

extension LineReader.Line {
  fileprivate var text: Data? {
    switch self {
    case .whole(let text), .cutOff(let text): text
    case .tooLong: nil
    }
  }

  fileprivate var complaint: String {
    switch self {
    case .whole: "not an entry"
    case .cutOff: "the line is cut off"
    case .tooLong: "the line is too long for an entry"
    }
  }
}
