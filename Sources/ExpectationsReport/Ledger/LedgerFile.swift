import Foundation

/// The entries of a ledger, and the lines that could not be read.
struct LedgerFile {
  private(set) var entries: [LedgerEntry] = []
  /// One message for each line that was left out, up to a maximum.
  private(set) var complaints: [String] = []

  private static let shownComplaints = 5

  init(contentsOf path: String) throws {
    guard let data = FileManager.default.contents(atPath: path) else { throw UsageError("\(path) cannot be read") }
    self.init(data, name: path)
    guard entries.isEmpty else { return }
    let reason = complaints.first.map { ": \($0)" } ?? ": it is empty"
    throw UsageError("\(path) has no entries that EXPECTATIONS_REPORT could have written\(reason)")
  }

  init(_ data: Data, name: String) {
    let decoder = JSONDecoder()
    let lines = data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    var omitted = 0
    for (index, line) in lines.enumerated() where !line.isEmpty {
      if let entry = try? decoder.decode(LedgerEntry.self, from: line) {
        entries.append(entry)
      } else if omitted < Self.shownComplaints {
        omitted += 1
        // Every line ends with a line feed, so the last piece is empty unless the writer was stopped.
        let isCut = index == lines.count - 1
        complaints.append("\(name):\(index + 1): \(isCut ? "the line is cut off" : "not an entry"); left out")
      } else {
        omitted += 1
      }
    }
    if omitted > Self.shownComplaints { complaints.append("\(omitted - Self.shownComplaints) more lines are left out") }
  }
}
