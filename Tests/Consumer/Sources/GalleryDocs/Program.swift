import Foundation

/// Writes the pages of mistakes, and the failures in other documents, from the output of the tests, or checks that they
/// are up to date.
@main
enum Program {
  /// On a busy computer, a late answer to a probe can change the text, so the tests run again.
  private static let attempts = 3
  private static let package = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
  private static let root = package.appendingPathComponent("../..").standardized

  static func main() throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard arguments.isEmpty || arguments == ["--write"] else {
      print("usage: gallery [--write]")
      exit(2)
    }
    if arguments == ["--write"] { try write() } else { try check() }
  }

  private static func write() throws {
    for (document, text) in try texts() {
      guard try String(contentsOf: document, encoding: .utf8) != text else { continue }
      try text.write(to: document, atomically: true, encoding: .utf8)
      print(document.standardized.path)
    }
  }

  private static func check() throws {
    var differences: [String] = []
    for _ in 1...attempts {
      differences = try texts().flatMap { document, text in
        try difference(from: String(contentsOf: document, encoding: .utf8), to: text).map {
          "\(document.lastPathComponent): \($0)"
        }
      }
      if differences.isEmpty { return print("the failures are those that the documentation shows") }
    }
    print(differences.joined(separator: "\n"))
    print("The failures in the documentation are not up to date; Tests/Consumer/gallery --write makes them anew.")
    exit(1)
  }

  private static func difference(from published: String, to text: String) -> [String] {
    text.components(separatedBy: "\n").difference(from: published.components(separatedBy: "\n")).map { change in
      switch change {
      case .insert(_, let line, _): "+ \(line)"
      case .remove(_, let line, _): "- \(line)"
      }
    }
  }

  /// Makes the documents from a run of the tests. Every failure must name a line of its code.
  private static func texts() throws -> [(URL, String)] {
    let recorded = Recorded(try outputOfTests())
    let tests = package.appendingPathComponent("Tests")
    let articles = root.appendingPathComponent("Sources/Expectations/Expectations.docc")
    let pages = try Page.all.map { page in
      let mistakes = try page.mistakes(in: tests)
      let unnamed = mistakes.filter { !Section(mistake: $0, recorded: recorded).isNamed }
      guard unnamed.isEmpty else {
        print("These name no line of their code: \(unnamed.map(\.title).joined(separator: ", "))")
        exit(1)
      }
      return (articles.appendingPathComponent(page.name), page.text(mistakes, recorded))
    }
    return try pages + Excerpts.all(in: root).map { ($0.url, try $0.text(recorded)) }
  }

  /// Runs one test after the other, because they block shared queues.
  private static func outputOfTests() throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "swift", "test", "--skip-build", "--no-parallel", "--filter", #"^(Gallery|MoreMistakes|Excerpts)\."#,
    ]
    // With the usual limit of half a minute for a stall, the gallery would take too long.
    process.environment = ProcessInfo.processInfo.environment.merging(["EXPECTATIONS_STALL_LIMIT": "0.4"]) { $1 }
    let pipe = Pipe()
    (process.standardOutput, process.standardError) = (pipe, pipe)
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self)
  }
}
