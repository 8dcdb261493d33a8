import Foundation

/// The lines that are printed about a path.
struct TraceText: Sendable {
  let path: TracePath
  let code: TracedCode
  let trace: Trace

  /// The text for the file: all steps.
  var whole: String { (head + steps + tail).joined(separator: "\n") + "\n" }

  /// The text for the terminal: at most 25 lines, the last of which names the file.
  func short(wholeIn file: String) -> String {
    let room = 25 - head.count - tail.count - 1
    var shown = steps
    if shown.count > room {
      let last = room - room / 3 - 1
      let left = room / 3..<shown.count - last
      shown.replaceSubrange(left, with: ["  … \(Self.grouped(left.count)) more steps"])
    }
    return (head + shown + tail + ["the whole path: \(file)"]).joined(separator: "\n")
  }

  private var head: [String] { [headline] + (path.end.map { ["  your code ran to \(text($0))"] } ?? []) }

  private var headline: String {
    switch (trace.timeout != nil, trace.hasPassed) {
    case (true, let hasPassed):
      (trace.failure.map { "\($0.text)   \($0.file):\($0.line)" } ?? "A wait timed out")
        + (hasPassed ? "; the test passed" : "")
    case (_, true) where trace.runs > 1: "The test passed in all \(trace.runs) runs; the last one:"
    case (_, true): "The test passed when it was traced; --until-failure 100 repeats it until it fails:"
    case _ where trace.hasExited: "The test failed, but no wait timed out; the whole test:"
    default: "The test crashed or was interrupted; its path until then:"
    }
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
      lines.append("  it has gaps: \(Self.grouped(trace.lost)) pieces of code in between were not kept")
    }
    return lines
  }

  private var steps: [String] {
    let places = path.steps.map { step in
      let ranges = code.ranges(of: step.lines, in: step.function)
      return "\(Self.name(ranges[0].file)):\(ranges.map(Self.range).joined(separator: ", "))"
    }
    let width = min(places.map(\.count).max() ?? 0, 48)
    return zip(path.steps, places).map { step, place in
      let padding = String(repeating: " ", count: max(0, width - place.count))
      var text = String(format: "%9.2f ms  ", Double(step.time) / 1e6) + place + padding + "  "
      text += FunctionName.shown(code.functions[step.function].name)
      if step.runners != [0] { text += ", \(path.runners[step.runners.min()!])" }
      if step.runners.count > 1 { text += " and \(step.runners.count - 1) more" }
      if step.count > 1 { text += "  × \(Self.grouped(step.count))" }
      return text
    }
  }

  /// Of several lines, the first and the last: the last is often the call that a test waits for.
  private func text(_ lines: TracedCode.Lines) -> String {
    let texts = Set([lines.first, lines.last]).sorted().map { code.text(lines.file, $0) }
    return "\(Self.name(lines.file)):\(Self.range(lines)): \(texts.joined(separator: " … "))"
  }

  private static func range(_ lines: TracedCode.Lines) -> String {
    lines.first == lines.last ? "\(lines.first)" : "\(lines.first)–\(lines.last)"
  }

  private static func name(_ file: String) -> String { file.split(separator: "/").last.map(String.init) ?? file }

  /// 12345 is `12,345`.
  private static func grouped(_ number: Int) -> String {
    number < 1000 ? "\(number)" : "\(grouped(number / 1000)),\(String(format: "%03d", number % 1000))"
  }
}
