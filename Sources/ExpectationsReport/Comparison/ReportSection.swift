/// A part of a report: a title with lines, as text or on a page.
struct ReportSection: Equatable {
  var title: String
  var lines: [String] = []
  /// The failed test that it is about.
  var test: String?

  var text: String { ([title] + lines.map { "  \($0)" }).joined(separator: "\n") }

  /// The first lines of a list, and how many there are besides.
  static func cut(_ lines: [String], of count: Int? = nil, top: Int) -> [String] {
    let more = (count ?? lines.count) - top
    return lines.prefix(top) + (more > 0 ? ["… \(NumberText.grouped(more)) more"] : [])
  }
}

/// Writes the numbers of runs.
enum RunText {
  /// `runs 1, 2 and 4`; the numbers begin with 1.
  static func list(_ runs: [Int]) -> String {
    let numbers = runs.map { "\($0 + 1)" }
    guard let last = numbers.last, numbers.count > 1 else { return "run \(numbers.first ?? "")" }
    return "runs \(numbers.dropLast().joined(separator: ", ")) and \(last)"
  }
}

extension WaitKey {
  /// `DocumentTests.swift:40  "saved"`
  var name: String { "\(file.split(separator: "/").last.map(String.init) ?? file):\(line)  \(description)" }
}
