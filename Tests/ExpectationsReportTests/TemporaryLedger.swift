import Foundation

@testable import ExpectationsReport

/// A file in the temporary folder, which lasts as long as this object.
final class TemporaryLedger: Sendable {
  let path: String

  init(_ text: String) {
    path = FileManager.default.temporaryDirectory.appendingPathComponent("ledger-\(UUID().uuidString)").path
    _ = FileManager.default.createFile(atPath: path, contents: Data(text.utf8))
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The entries, and what was left out, with `waits.jsonl` for the path.
  func read(_ reader: LineReader = LineReader()) throws -> (entries: [LedgerEntry], complaints: [String]) {
    var entries: [LedgerEntry] = []
    let complaints = try LedgerFile(path, reader: reader).forEachEntry { entries.append($0) }
    return (entries, complaints.map { $0.replacingOccurrences(of: path, with: "waits.jsonl") })
  }

  /// Why the file is refused, with `waits.jsonl` for the path; nil if it is not.
  var refusal: String? {
    do {
      _ = try read()
      return nil
    } catch {
      return "\(error)".replacingOccurrences(of: path, with: "waits.jsonl")
    }
  }
}

extension LedgerSummary {
  /// The summary of a text.
  init(_ text: String, top: Int) throws {
    self.init(top: top)
    for entry in try TemporaryLedger(text).read().entries { add(entry) }
  }
}
