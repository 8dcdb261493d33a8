import Foundation

/// How the waits ended, the slowest ones, those near their timeout, and those that failed. It keeps only what it shows,
/// and bounded numbers of groups.
struct Report {
  /// The maximum number of lines in each list.
  private let top: Int
  private var count = 0
  private var outcomes: [String: Int] = [:]
  private var slow: [Wait] = []
  private var slowCount = 0
  /// The time of the last one that is shown, as far as is known.
  private var leastSlow = 0.0
  private var places = WaitGroups()
  private var failures = WaitGroups()

  init(top: Int) {
    self.top = top
  }

  mutating func add(_ wait: Wait) {
    count += 1
    // The library has nine names, so a file with many more is not all its own.
    let isKnown = outcomes[wait.outcome] != nil || outcomes.count < 100
    outcomes[isKnown ? wait.outcome : "other", default: 0] += 1
    if wait.share != nil { places.add(wait, to: [wait.file, "\(wait.line)"]) }
    if wait.isFailure {
      failures.add(wait, to: [wait.test ?? "", wait.file, "\(wait.line)", wait.description, wait.outcome])
    }
    addToSlowest(wait)
  }

  private mutating func addToSlowest(_ wait: Wait) {
    guard !wait.isWindow, wait.used > 0 else { return }
    slowCount += 1
    guard wait.used >= leastSlow else { return }
    slow.append(wait)
    guard slow.count > 2 * top + 100 else { return }
    slow = slowest
    leastSlow = slow.last?.used ?? 0
  }

  private var slowest: [Wait] { Array(slow.sorted { ($1.used, $0.name) < ($0.used, $1.name) }.prefix(top)) }

  var text: String { [head, slowestText, placesText, failuresText].joined(separator: "\n\n") }

  private var head: String {
    let counts = outcomes.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    return "\(Text.waits(count)): \(counts.map { "\(Text.grouped($0.value)) \($0.key)" }.joined(separator: ", "))"
  }

  private var slowestText: String {
    let lines = slowest.map { wait in
      "\(Self.time(of: wait))  \(wait.outcome)  \(wait.name)\(wait.test.map { ", in test \($0)" } ?? "")"
    }
    return section("Slowest", cut(lines, of: slowCount))
  }

  private var placesText: String {
    let title = "Nearest to the timeout: share of the time used, by line"
    let groups = places.all.filter { $0.share > 0 }.sorted {
      ($1.share, $0.narrowest.name) < ($0.share, $1.narrowest.name)
    }
    let lines = groups.prefix(top).map { group in
      let percent = String(format: "%3d", Int(min(group.share, 1) * 100))
      let failures = group.failures == 0 ? "" : ", \(Text.grouped(group.failures)) failed"
      return "\(percent) %  \(group.narrowest.name)  \(Text.waits(group.count))\(failures)"
    }
    return section(title, cut(lines, of: groups.count) + places.omission)
  }

  private var failuresText: String {
    let tests = Dictionary(grouping: failures.all) { $0.first.test ?? "no known test" }
      .map { (name: $0, count: $1.map(\.count).reduce(0, +), groups: $1) }
      .sorted { ($1.count, $0.name) < ($0.count, $1.name) }
    let lines = tests.prefix(top).flatMap { test in
      [test.name] + cut(test.groups.prefix(top).map(Self.line), of: test.groups.count).map { "  \($0)" }
    }
    return section("Failed, by test", cut(lines, of: tests.count) + failures.omission)
  }

  private static func line(_ failure: WaitGroups.Group) -> String {
    let uncounted = failure.first.uncounted.map { ", and \(Text.seconds($0)) did not count" } ?? ""
    let times = failure.count == 1 ? "" : "  \(Text.grouped(failure.count)) times"
    return "\(failure.first.outcome) after \(time(of: failure.first))\(uncounted)  \(failure.first.name)\(times)"
  }

  /// `0.250 s of 1.000 s`
  private static func time(of wait: Wait) -> String {
    "\(Text.seconds(wait.used))\(wait.allowed.map { " of \(Text.seconds($0))" } ?? "")"
  }

  /// The first lines of a list, and how many of its items they do not show.
  private func cut(_ lines: [String], of count: Int) -> [String] {
    lines + (count > top ? ["… \(Text.grouped(count - top)) more"] : [])
  }

  private func section(_ title: String, _ lines: [String]) -> String {
    lines.isEmpty ? "\(title): none" : ([title] + lines.map { "  \($0)" }).joined(separator: "\n")
  }
}

/// Waits in groups, of which it keeps a bounded number, in the order of their first waits.
struct WaitGroups {
  struct Group {
    let first: Wait
    /// The wait that used the largest share of its time.
    fileprivate(set) var narrowest: Wait
    fileprivate(set) var count = 0
    fileprivate(set) var failures = 0

    var share: Double { narrowest.share ?? 0 }
  }

  private(set) var all: [Group] = []
  private var indices: [[String]: Int] = [:]
  /// The number of waits in groups that were left out.
  private var omitted = 0

  static let limit = 20_000

  mutating func add(_ wait: Wait, to key: [String]) {
    let index = indices[key] ?? all.count
    guard index < Self.limit else {
      omitted += 1
      return
    }
    if index == all.count {
      all.append(Group(first: wait, narrowest: wait))
      indices[key] = index
    }
    all[index].count += 1
    if wait.isFailure { all[index].failures += 1 }
    if let share = wait.share, share > all[index].share { all[index].narrowest = wait }
  }

  /// A line for a list, which says what was left out.
  var omission: [String] {
    let (waits, limit) = (Text.waits(omitted), Text.grouped(Self.limit))
    return omitted == 0 ? [] : ["… leaves out \(waits), because only \(limit) different ones are kept"]
  }
}

/// Formats numbers for readers, whatever the locale.
enum Text {
  /// `12,345`
  static func grouped(_ count: Int) -> String {
    count < 1000 ? "\(count)" : grouped(count / 1000) + String(format: ",%03d", count % 1000)
  }

  static func waits(_ count: Int) -> String { count == 1 ? "1 wait" : "\(grouped(count)) waits" }

  /// `5.001 s`
  static func seconds(_ value: Double) -> String { String(format: "%.3f s", value) }
}
