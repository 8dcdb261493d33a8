import Foundation

@testable import ExpectationsReport

/// A run of the program on files with certain texts, which it names `1.jsonl`, `2.jsonl` and so on.
struct ProgramRun {
  let status: Int32
  private(set) var printed = ""
  private(set) var complaints: [String] = []

  init(_ texts: String..., arguments: [String] = []) {
    let files = texts.map(TemporaryFile.init)
    var (printed, complaints) = ([String](), [String]())
    status = Program.run(
      files.map(\.path) + arguments, print: { printed.append($0) }, complain: { complaints.append($0) })
    self.printed = printed.joined(separator: "\n")
    self.complaints = complaints.map { text in
      files.enumerated().reduce(text) { $0.replacingOccurrences(of: $1.element.path, with: "\($1.offset + 1).jsonl") }
    }
  }
}

/// A file in the temporary folder, which lasts as long as this object.
final class TemporaryFile: Sendable {
  let path: String

  init(_ text: String) {
    path = FileManager.default.temporaryDirectory.appendingPathComponent("waits-\(UUID().uuidString)").path
    _ = FileManager.default.createFile(atPath: path, contents: Data(text.utf8))
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}

/// A line as `EXPECTATIONS_REPORT` writes it. Keys in `more` come in addition.
func line(
  _ description: String, _ line: Int = 40, _ outcome: String = "completed", used: Double, of allowed: Double? = nil,
  kind: String = "all", test: String? = nil, version: Int = 1, more: String = ""
) -> String {
  let limit = allowed.map { #""allowed":\#($0),"# } ?? ""
  let name = test.map { #","test":"\#($0)""# } ?? ""
  return """
    {\(limit)"began":1700000000.5,"description":"\\"\(description)\\"","file":"AppTests/DocumentTests.swift",\
    "kind":"\(kind)","line":\(line),"outcome":"\(outcome)","process":7\(name),\
    "used":\(used),"version":\(version)\(more)}

    """
}
