import Foundation

/// Reads a file of waits line by line, and says which lines are left out.
struct WaitFile {
  let path: String
  private let reader: LineReader

  private static let shownComplaints = 5

  init(_ path: String, reader: LineReader = LineReader()) {
    self.path = path
    self.reader = reader
  }

  /// Calls a closure with each wait. Returns one message for each line that was left out, up to a maximum.
  func forEachWait(_ body: (Wait) -> Void) throws -> [String] {
    let decoder = JSONDecoder()
    var (complaints, omitted, waits, number) = ([String](), 0, 0, 0)
    try reader.forEachLine(of: path) { line in
      number += 1
      guard line != .whole(Data()) else { return }
      if let wait = try wait(in: line, number: number, decoder) {
        waits += 1
        body(wait.bounded)
        return
      }
      omitted += 1
      if omitted <= Self.shownComplaints { complaints.append("\(path):\(number): \(line.complaint); left out") }
    }
    guard waits > 0 else {
      let reason = complaints.first ?? "it is empty"
      throw ReportError("\(path) has no waits that EXPECTATIONS_REPORT could have written: \(reason)")
    }
    if omitted > Self.shownComplaints {
      complaints.append("\(path): \(Text.grouped(omitted)) lines are left out in all")
    }
    return complaints
  }

  /// Decodes a line; nil if it is no wait. A line of a newer version may mean something else, so nothing is guessed.
  private func wait(in line: LineReader.Line, number: Int, _ decoder: JSONDecoder) throws -> Wait? {
    // A line that does not begin as an object is not decoded: that takes long in a large file of something else.
    guard let text = line.text, text.first == UInt8(ascii: "{") else { return nil }
    if let wait = try? decoder.decode(Wait.self, from: text), wait.version <= Wait.newestVersion { return wait }
    guard let version = try? decoder.decode(Head.self, from: text).version, version > Wait.newestVersion else {
      return nil
    }
    throw ReportError(
      """
      \(path):\(number) was written by a newer version of the library (format \(version)); this program reads formats \
      up to \(Wait.newestVersion). Use the expectations-report of that version
      """)
  }

  /// What a line of any version has.
  private struct Head: Decodable {
    var version: Int
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
    case .whole: "not a wait"
    case .cutOff: "the line is cut off"
    case .tooLong: "the line is too long for a wait"
    }
  }
}
