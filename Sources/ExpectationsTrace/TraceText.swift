/// The lines that are printed about a path.
struct TraceText: Sendable {
  private static let limit = 25
  private let path: TracePath
  private let code: TracedCode
  private let trace: Trace

  init(_ path: TracePath, _ code: TracedCode, _ trace: Trace) {
    (self.path, self.code, self.trace) = (path, code, trace)
  }

  /// The text for the file: all steps.
  var whole: String { (head + steps + tail).joined(separator: "\n") + "\n" }

  /// The text for the terminal: at most 25 lines, the last of which names the file.
  func short(wholeIn file: String) -> String {
    let room = Self.limit - head.count - tail.count - 1
    var shown = steps
    if shown.count > room {
      let first = room / 3
      let last = room - first - 1
      shown.replaceSubrange(
        first..<shown.count - last, with: ["  … \(Self.grouped(shown.count - first - last)) more steps"])
    }
    return (head + shown + tail + ["the whole path: \(file)"]).joined(separator: "\n")
  }

  private var head: [String] {
    var lines: [String] = []
    if let timeout = path.timeout {
      lines.append("Timed out waiting for \"\(timeout.name)\"   \(Self.name(timeout.file)):\(timeout.line)")
    } else if trace.hasExited {
      lines.append("No wait timed out; the whole test:")
    } else {
      lines.append("The process was killed or crashed; the path until then:")
    }
    if let end = path.end { lines.append("  your code ran to \(line(end))") }
    return lines
  }

  private var tail: [String] {
    var lines: [String] = []
    if !path.notTaken.isEmpty {
      lines.append("  not taken there: \(path.notTaken.prefix(2).map(range).joined(separator: " · "))")
    }
    lines += path.notCalled.prefix(3).map { index in
      let function = code.functions[index]
      return "  never called: \(Self.name(function.file)):\(function.line) \(FunctionName.shown(function.name))"
    }
    if trace.lost > 0 {
      lines.append("  \(Self.grouped(trace.lost)) edges in the middle were not kept")
    }
    return lines
  }

  private var steps: [String] {
    let places = path.steps.map { step in
      "\(Self.name(code.functions[step.function].file)):\(ranges(of: step))"
    }
    let width = min(places.map(\.count).max() ?? 0, 48)
    return zip(path.steps, places).map { step, place in
      let time = Self.milliseconds(step.time)
      let padded = place + String(repeating: " ", count: max(0, width - place.count))
      var text = "\(String(repeating: " ", count: max(0, 9 - time.count)))\(time) ms  \(padded)  "
      text += FunctionName.shown(code.functions[step.function].name)
      if step.runner != 0 { text += ", \(path.runners[step.runner])" }
      if step.count > 1 { text += "  × \(Self.grouped(step.count))" }
      return text
    }
  }

  /// Lines between which no other line has code are one range: `29–31, 34`.
  private func ranges(of step: TracePath.Step) -> String {
    let file = code.functions[step.function].file
    let all = Set(code.blocks.values.filter { $0.function == step.function }.flatMap(\.lines)).sorted()
    var shown = step.lines.filter { code.isStatement(file, $0) }
    if shown.isEmpty { shown = step.lines }
    var ranges: [(first: Int, last: Int)] = []
    for line in shown {
      if let last = ranges.last?.last, !all.contains(where: { $0 > last && $0 < line && code.isStatement(file, $0) }) {
        ranges[ranges.count - 1].last = line
      } else {
        ranges.append((line, line))
      }
    }
    return ranges.map { $0.first == $0.last ? "\($0.first)" : "\($0.first)–\($0.last)" }.joined(separator: ", ")
  }

  private func line(_ line: TracePath.Line) -> String {
    let text = code.text(line.file, line.line)
    return "\(Self.name(line.file)):\(line.line)" + (text.isEmpty ? "" : ": \(text)")
  }

  /// The first line and the last: the last is often the call that a test waits for.
  private func range(_ range: TracePath.Range) -> String {
    let first = line(.init(file: range.file, line: range.first))
    guard range.last > range.first else { return first }
    return "\(Self.name(range.file)):\(range.first)–\(range.last): \(code.text(range.file, range.first))"
      + " … \(code.text(range.file, range.last))"
  }

  private static func name(_ file: String) -> String { file.split(separator: "/").last.map(String.init) ?? file }

  /// 1234567 is `1.23`.
  private static func milliseconds(_ nanoseconds: UInt64) -> String {
    let hundredths = (nanoseconds + 5_000) / 10_000
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
  }

  /// 12345 is `12,345`.
  private static func grouped(_ number: Int) -> String {
    number < 1000 ? "\(number)" : "\(grouped(number / 1000)),\(String(String(1000 + number % 1000).dropFirst()))"
  }
}
