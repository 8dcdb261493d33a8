/// Describes the time that did not count: ` (9.62 s passed; for 4.62 s the concurrency pool did not run)`.
struct UncountedText {
  private let elapsed: Duration
  private let uncounted: Duration
  private let stalls: [WaitReport.Stall]

  init(elapsed: Duration, uncounted: Duration, stalls: [WaitReport.Stall]) {
    (self.elapsed, self.uncounted, self.stalls) = (elapsed, uncounted, stalls)
  }

  init(_ report: WaitReport) {
    self.init(elapsed: report.elapsed - report.delay, uncounted: report.uncounted, stalls: report.stalls)
  }

  /// The remark leaves out shorter times.
  private static let shortestMentioned = Duration.milliseconds(100)

  /// The description; empty when nearly all time counted.
  var remark: String {
    guard uncounted >= Self.shortestMentioned else { return "" }
    return " (\(DurationText.short(elapsed)) passed; for \(DurationText.short(uncounted)) \(cause) did not run)"
  }

  private var cause: String {
    let targets = WaitReport.Stall.Target.allCases.filter { target in stalls.contains { $0.targets.contains(target) } }
    let names = targets.map { "the \($0.name)\(blockers(of: $0))" }
    switch names.count {
    case 0: return "something"
    case 1: return names[0]
    default: return names.dropLast().joined(separator: ", ") + " and " + names[names.count - 1]
    }
  }

  private func blockers(of target: WaitReport.Stall.Target) -> String {
    let lines = BlockingWait.lines(stalls.flatMap(\.waits), of: target)
    return lines.isEmpty ? "" : ", blocked by the \(lines),"
  }
}

extension BlockingWait {
  /// The waits that blocked a target: `wait at A.swift:12`, `waits at A.swift:12 and B.swift:7`; empty without one.
  static func lines(_ waits: [BlockingWait], of target: WaitReport.Stall.Target) -> String {
    var lines: [String] = []
    for wait in waits where wait.queue == target.queue && !lines.contains(wait.line) { lines.append(wait.line) }
    switch lines.count {
    case 0: return ""
    case 1: return "wait at \(lines[0])"
    case 2: return "waits at \(lines[0]) and \(lines[1])"
    case let count: return "waits at \(lines[0]), \(lines[1]) and \(count - 2) more"
    }
  }
}
