import Foundation

/// Makes the page of typical mistakes from the tests that make them, or checks that it is up to date.
@main
enum Program {
  /// On a busy machine a probe may be answered too late for the text to be the usual one.
  private static let attempts = 3

  static func main() throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard arguments.isEmpty || arguments == ["--write"] else {
      print("usage: gallery [--write]")
      exit(2)
    }
    let package = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
    let target = package.appendingPathComponent("../../Sources/Expectations/Expectations.docc/TypicalMistakes.md")
    let mistakes = try mistakes(in: package.appendingPathComponent("Tests/Gallery"))
    if arguments == ["--write"] {
      try page(of: mistakes).text.write(to: target, atomically: true, encoding: .utf8)
      print("\(target.standardized.path): \(mistakes.count) mistakes")
    } else {
      try check(mistakes, against: String(contentsOf: target, encoding: .utf8))
    }
  }

  private static func mistakes(in folder: URL) throws -> [Mistake] {
    try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .sorted { $0.path < $1.path }.compactMap { try Mistake($0) }
  }

  private static func check(_ mistakes: [Mistake], against published: String) throws {
    var differences: [String] = []
    for _ in 1...attempts {
      let text = try page(of: mistakes).text
      differences = text.components(separatedBy: "\n").difference(from: published.components(separatedBy: "\n"))
        .map { change in
          switch change {
          case .insert(_, let line, _): "+ \(line)"
          case .remove(_, let line, _): "- \(line)"
          }
        }
      guard !differences.isEmpty else {
        print("\(mistakes.count) typical mistakes yield what the documentation says")
        return
      }
    }
    print(differences.joined(separator: "\n"))
    print("The page of typical mistakes is not up to date; Tests/Consumer/gallery --write makes it anew.")
    exit(1)
  }

  /// The page by a run of the tests, all of which must name a line of their code.
  private static func page(of mistakes: [Mistake]) throws -> Page {
    let recorded = Recorded(try outputOfTests())
    var page = Page()
    for mistake in mistakes { page.add(mistake, recorded) }
    guard page.unnamed.isEmpty else {
      print("These name no line of their code: \(page.unnamed.joined(separator: ", "))")
      exit(1)
    }
    return page
  }

  /// One test after the other: they block what others need.
  private static func outputOfTests() throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["swift", "test", "--skip-build", "--no-parallel", "--filter", #"^Gallery\."#]
    // Who has to wait for a stall of half a minute makes no gallery.
    process.environment = ProcessInfo.processInfo.environment.merging(["EXPECTATIONS_STALL_LIMIT": "0.4"]) { $1 }
    let pipe = Pipe()
    (process.standardOutput, process.standardError) = (pipe, pipe)
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self)
  }
}
