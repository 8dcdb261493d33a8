import Foundation

/// Writes the pages of mistakes, and the failures in other documents, from the output of the tests, or checks that they
/// are up to date.
@main
enum Program {
  private static let package = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
  private static let root = package.appendingPathComponent("../../..").standardized

  static func main() throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    switch (arguments.first, arguments.count) {
    case (nil, _): try check()
    case ("--write", 1): try write()
    default:
      print("usage: gallery [--write]")
      exit(2)
    }
  }

  private static func write() throws {
    for (document, text) in try texts() {
      guard (try? String(contentsOf: document, encoding: .utf8)) != text else { continue }
      try text.write(to: document, atomically: true, encoding: .utf8)
      print(document.standardized.path)
    }
  }

  private static func check() throws {
    let differences = try differences()
    guard !differences.isEmpty else { return print("the failures are those that the documentation shows") }
    print(differences.joined(separator: "\n"))
    print(
      "The failures in the documentation are not up to date; Tests/Checks/Consumer/gallery --write makes them anew.")
    exit(1)
  }

  private static func differences() throws -> [String] {
    try texts().flatMap { document, text in
      try difference(from: String(contentsOf: document, encoding: .utf8), to: text).map {
        "\(document.lastPathComponent): \($0)"
      }
    }
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
    let excerpts = try Excerpts.all(in: root)
    let pages = try Page.all.map { (page: $0, mistakes: try $0.mistakes(in: package.appendingPathComponent("Tests"))) }
    let recorded = Recorded(try outputOfTests(pages, excerpts))
    let articles = root.appendingPathComponent("Sources/Expectations/Expectations.docc")
    let texts = pages.map { page, mistakes in
      let unnamed = mistakes.filter { !Section(mistake: $0, recorded: recorded).isNamed }
      guard unnamed.isEmpty else {
        print("These name no line of their code: \(unnamed.map(\.title).joined(separator: ", "))")
        exit(1)
      }
      return (articles.appendingPathComponent(page.name), page.text(mistakes, recorded))
    }
    return try texts + excerpts.map { ($0.url, try $0.text(recorded)) }
  }

  private static func outputOfTests(
    _ pages: [(page: Page, mistakes: [Mistake])], _ excerpts: [Excerpts]
  ) throws -> String {
    var output = try TestRun.output(ofAll: #"^Gallery\..*(testPeer|_confirmation|_polling)"#)
    for (page, mistakes) in pages {
      for mistake in mistakes {
        output += try TestRun.output(of: "\(page.target).\(mistake.name)", in: .swiftTesting)
        guard let test = mistake.xctestHere else { continue }
        output += try TestRun.output(of: "\(page.target).\(test)", in: .xctest)
      }
    }
    let shown = Set(pages.flatMap { $0.mistakes.map(\.name) })
    for test in Set(try excerpts.flatMap { try $0.tests() }).subtracting(shown).sorted() {
      output += try TestRun.output(of: "Excerpts.\(test)", in: .swiftTesting)
    }
    return output
  }
}
