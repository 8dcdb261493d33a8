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
    let page = try Page(root.appendingPathComponent("Tests/Checks"))
    let recorded = Recorded(try outputOfTests(page, excerpts))
    let unnamed = page.unnamed(recorded)
    guard unnamed.isEmpty else {
      print("These name no line of their code: \(unnamed.joined(separator: ", "))")
      exit(1)
    }
    let article = root.appendingPathComponent("Sources/Expectations/Expectations.docc/\(Page.name)")
    return try [(article, page.text(recorded))] + excerpts.map { ($0.url, try $0.text(recorded)) }
  }

  private static func outputOfTests(_ page: Page, _ excerpts: [Excerpts]) throws -> String {
    let names = page.mistakes.filter { !$0.runsAlone }.map(\.name)
    // Only the first failure of a run would say how to see the path.
    var output = try TestRun.output(of: names, in: "Gallery", ["EXPECTATIONS_TRACE": "-"])
    for mistake in page.mistakes where mistake.runsAlone {
      output +=
        try mistake.xctest.map { try TestRun.output(ofXCTest: "Gallery.\($0.replacing(".", with: "/"))") }
        ?? TestRun.output(of: [mistake.name], in: "Gallery", ["EXPECTATIONS_TRACE": "-"])
    }
    for test in Set(try excerpts.flatMap { try $0.tests() }).subtracting(page.mistakes.map(\.name)).sorted() {
      output += try TestRun.output(of: [test], in: "Excerpts", [:])
    }
    return output
  }
}
