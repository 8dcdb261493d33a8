/// The paragraph about all stalls of a run: for each target that did not run, how often, how long, and during which
/// tests.
struct StallText {
  private let entries: [StallLog.Entry]
  /// The longest stall whose threads were inspected.
  private let longest: (stall: Stall, inspection: Inspection)?

  init(_ entries: [StallLog.Entry], longest: (stall: Stall, inspection: Inspection)? = nil) {
    (self.entries, self.longest) = (entries, longest)
  }

  /// What stands in the way of queues that do not answer at the moment; nil when no thread is in code of the tests or
  /// of the program, and none of the pool blocks in the toolchain.
  static func present(_ stall: Stall, _ inspection: Inspection) -> String? {
    let lines = Self.lines(of: inspection)
    guard !lines.isEmpty else { return nil }
    let names = targets.filter { $0.isMeant(stall) }.map(\.name)
    let subject = names.joined(separator: " and the ") + (names.count == 1 ? " has" : " have")
    return (["Expectations: the \(subject) not answered for \(seconds(stall.length)):"] + lines)
      .joined(separator: "\n")
  }

  /// The threads in code of the tests or of the program, and those of the pool that block in the toolchain.
  private static func lines(of inspection: Inspection) -> [String] {
    InspectedWait(inspection).threadLines.map { "  \($0)" }
  }

  /// nil when there are no stalls, or when together they last less than `least`.
  func paragraph(atLeast least: Nanoseconds) -> String? {
    let sum = entries.reduce(0) { $0 + $1.stall.length }
    guard sum >= least, !entries.isEmpty else { return nil }
    let headline =
      "Expectations: for \(Self.seconds(sum)) of the run, not everything could run; timeouts do not count that time"
    let lines = Self.targets.flatMap { target in
      self.lines(of: target, entries.filter { target.isMeant($0.stall) })
    }
    return ([headline] + lines + standings).joined(separator: "\n")
  }

  private var standings: [String] {
    guard let longest else { return [] }
    let lines = Self.lines(of: longest.inspection)
    guard !lines.isEmpty else { return [] }
    return ["  during the stall of \(Self.seconds(longest.stall.length)):"] + lines.map { "  \($0)" }
  }

  private typealias Target = WaitReport.Stall.Target
  private static let targets = Target.allCases

  private func lines(of target: Target, _ entries: [StallLog.Entry]) -> [String] {
    guard let longest = entries.max(by: { $0.stall.length < $1.stall.length }) else { return [] }
    let sum = Self.seconds(entries.reduce(0) { $0 + $1.stall.length })
    let times = entries.count == 1 ? "once, for \(sum)" : "\(CountText.times(entries.count)), for \(sum) in all"
    let most = entries.count == 1 ? "" : ", the longest \(Self.seconds(longest.stall.length))"
    let waits = BlockingWait.lines(entries.flatMap(\.stall.waits), of: target)
    let blockers = waits.isEmpty ? [] : ["    blocked by the \(waits)"]
    return ["  the \(target.name) stalled \(times)\(most)"] + blockers + tests(entries)
  }

  /// The tests, ordered by the stalled time during them, the longest first.
  private func tests(_ entries: [StallLog.Entry]) -> [String] {
    var times: [String: Nanoseconds] = [:]
    for entry in entries {
      for test in entry.tests { times[test, default: 0] += entry.stall.length }
    }
    guard !times.isEmpty else { return [] }
    let sorted = times.sortedForText { ($1.value, $0.key) < ($0.value, $1.key) }
    let shown = sorted.prefix(Self.shown).map { "\($0.key) (\(Self.seconds($0.value)))" }.joined(separator: ", ")
    let rest = sorted.count > Self.shown ? " and \(sorted.count - Self.shown) more" : ""
    return ["    during \(shown)\(rest)"]
  }

  private static let shown = 8

  private static func seconds(_ time: Nanoseconds) -> String { DurationText.short(.nanoseconds(time)) }
}

extension WaitReport.Stall.Target {
  /// Whether the stall is one of this target.
  fileprivate func isMeant(_ stall: Stall) -> Bool {
    switch self {
    case .mainQueue: stall.queues.contains(.main)
    case .globalQueue: stall.queues.contains(.global)
    case .concurrencyPool: !stall.queues.isDisjoint(with: .pool)
    case .process: stall.queues.isEmpty
    }
  }
}
