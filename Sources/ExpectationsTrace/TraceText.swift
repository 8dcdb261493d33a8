import Foundation

/// The lines that are printed about a path.
struct TraceText: Sendable {
  let path: TracePath
  let code: TracedCode
  let trace: Trace

  private static let limit = 25

  /// The text for the file: all steps.
  var whole: String { (head + steps + tail).joined(separator: "\n") + "\n" }

  /// The text for the terminal: at most 25 lines, the last of which names the file.
  func short(wholeIn file: String) -> String {
    let room = Self.limit - head.count - tail.count - 1
    var shown = steps
    if shown.count > room {
      let first = room / 3
      let last = room - first - 1
      let left = shown.count - first - last
      shown.replaceSubrange(first..<first + left, with: ["  … \(Self.grouped(left)) more steps"])
    }
    return (head + shown + tail + ["the whole path: \(file)"]).joined(separator: "\n")
  }

  private var head: [String] {
    let headline =
      if let timeout = trace.timeout {
        "Timed out waiting for \(timeout.name)   \(Self.name(timeout.file)):\(timeout.line)"
      } else if trace.hasExited {
        "No wait timed out; the whole test:"
      } else {
        "The test crashed or was interrupted; its path until then:"
      }
    return [headline] + (path.end.map { ["  your code ran to \(text($0))"] } ?? [])
  }

  private var tail: [String] {
    let facts = [
      ("not taken there", path.notTaken), ("left out, as something was nil", path.skipped),
      ("never called", path.notCalled),
    ]
    var lines = facts.filter { !$0.1.isEmpty }.map { fact, places in
      "  \(fact): " + places.prefix(2).map(text).joined(separator: " · ")
    }
    if trace.lost > 0 {
      lines.append("  \(Self.grouped(trace.lost)) edges in between were not kept; the counts are too low")
    }
    if trace.lostThreads > 0 {
      lines.append("  \(Self.grouped(trace.lostThreads)) more threads ran code, which was not recorded")
    }
    return lines
  }

  private var steps: [String] {
    let places = path.steps.map { "\(Self.name(code.functions[$0.function].file)):\(ranges(of: $0))" }
    let width = min(places.map(\.count).max() ?? 0, 48)
    return zip(path.steps, places).map { step, place in
      let padding = String(repeating: " ", count: max(0, width - place.count))
      var text = String(format: "%9.2f ms  ", Double(step.time) / 1e6) + place + padding + "  "
      text += FunctionName.shown(code.functions[step.function].name)
      if step.runner != 0 { text += ", \(path.runners[step.runner])" }
      if step.count > 1 { text += "  × \(Self.grouped(step.count))" }
      return text
    }
  }

  /// Lines between which no other line has code are one range: `29–31, 34`.
  private func ranges(of step: TracePath.Step) -> String {
    let file = code.functions[step.function].file
    let all = Set(code.blocks.values.filter { $0.function == step.function }.flatMap(\.lines))
    let other = all.filter { !step.lines.contains($0) && code.isStatement(file, $0) }
    let statements = step.lines.filter { code.isStatement(file, $0) }
    var ranges: [(first: Int, last: Int)] = []
    for line in statements.isEmpty ? step.lines : statements {
      if let last = ranges.last?.last, !other.contains(where: { $0 > last && $0 < line }) {
        ranges[ranges.count - 1].last = line
      } else {
        ranges.append((line, line))
      }
    }
    return ranges.map { Self.range($0.first, $0.last) }.joined(separator: ", ")
  }

  /// Of several lines, the first and the last: the last is often the call that a test waits for.
  private func text(_ lines: TracePath.Lines) -> String {
    let texts = [lines.first, lines.last].prefix(lines.first == lines.last ? 1 : 2).map { code.text(lines.file, $0) }
    return "\(Self.name(lines.file)):\(Self.range(lines.first, lines.last)): \(texts.joined(separator: " … "))"
  }

  private static func range(_ first: Int, _ last: Int) -> String { first == last ? "\(first)" : "\(first)–\(last)" }

  private static func name(_ file: String) -> String { file.split(separator: "/").last.map(String.init) ?? file }

  /// 12345 is `12,345`.
  private static func grouped(_ number: Int) -> String {
    number < 1000 ? "\(number)" : "\(grouped(number / 1000)),\(String(format: "%03d", number % 1000))"
  }
}
