import Foundation

/// Makes the pages of mistakes from the tests that make them, or checks that they are up to date.
@main
enum Program {
  /// On a busy machine a probe may be answered too late for the text to be the usual one.
  private static let attempts = 3
  private static let package = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)

  static func main() throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard arguments.isEmpty || arguments == ["--write"] else {
      print("usage: gallery [--write]")
      exit(2)
    }
    if arguments == ["--write"] { try write() } else { try check() }
  }

  private static func write() throws {
    for (page, text) in try texts() {
      try text.write(to: published(page), atomically: true, encoding: .utf8)
      print(published(page).standardized.path)
    }
  }

  private static func check() throws {
    var differences: [String] = []
    for _ in 1...attempts {
      differences = try texts().flatMap { page, text in
        try difference(from: String(contentsOf: published(page), encoding: .utf8), to: text)
      }
      if differences.isEmpty { return print("the mistakes yield what the documentation says") }
    }
    print(differences.joined(separator: "\n"))
    print("The pages of mistakes are not up to date; Tests/Consumer/gallery --write makes them anew.")
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

  private static func published(_ page: Page) -> URL {
    package.appendingPathComponent("../../Sources/Expectations/Expectations.docc/\(page.name)")
  }

  /// The pages by a run of the tests, all of which must name a line of their code.
  private static func texts() throws -> [(Page, String)] {
    let recorded = Recorded(try outputOfTests())
    let tests = package.appendingPathComponent("Tests")
    return try Page.all.map { page in
      let mistakes = try page.mistakes(in: tests)
      let unnamed = mistakes.filter { !Section(mistake: $0, recorded: recorded).isNamed }
      guard unnamed.isEmpty else {
        print("These name no line of their code: \(unnamed.map(\.title).joined(separator: ", "))")
        exit(1)
      }
      return (page, page.text(mistakes, recorded))
    }
  }

  /// One test after the other: they block what others need.
  private static func outputOfTests() throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["swift", "test", "--skip-build", "--no-parallel", "--filter", #"^(Gallery|MoreMistakes)\."#]
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
