/// Describes standings in a few lines: those that matter most for one test first, and those of other tests apart.
package struct StandingText {
  private var standings: [Standing]
  /// The files of the test that waited.
  private let files: Set<String>
  /// Whether other tests run, too: then what is of no known test may be theirs.
  private let isParallel: Bool
  private let limit: Int
  /// Those in a deadlock that is perhaps another test's.
  private var perhapsOfOtherTest: Set<Standing.Identity> = []

  package init(_ standings: [Standing], files: Set<String> = [], runningTests: Int = 0, limit: Int = 8) {
    self.standings = standings
    self.files = files
    isParallel = runningTests > 1 || standings.contains(where: \.isOfOtherTest)
    self.limit = max(1, limit)
  }

  /// Leaves each deadlock to the test whose text named it first, or of which one that stands in it is: what an earlier
  /// test left is not of a later one.
  package mutating func claimDeadlocks(for test: String, _ owners: inout [Set<Standing.Identity>: String]) {
    for deadlock in deadlocks where !isCertain(deadlock) && DeadlockText.line(deadlock) != nil {
      let identities = Set(deadlock.standings.compactMap(\.subject.identity))
      if owners[identities, default: test] != test || deadlock.standings.contains(where: \.isOfOtherTest) {
        perhapsOfOtherTest.formUnion(identities)
      } else if isOfThisTest(deadlock) {
        owners[identities] = test
      }
    }
  }

  /// What concerns the test.
  package var lines: [String] {
    let deadlocks = deadlocks
    let groups = Standing.grouped(shown).map { line($0, deadlocks) }
    let all = unique(deadlocks.filter(isOfThisTest).compactMap(DeadlockText.line).map { "deadlock: " + $0 } + groups)
    return cut(all) + Standing.grouped(standings.filter(\.isUnknown)).compactMap(GapText.line)
  }

  /// What belongs to other tests, or may. A task of another test holds no thread, so it has no line.
  package var lineOfOthers: String? {
    let threads = sorted(standings.filter { mayBeOfOtherTest($0) && !$0.isOfTask && !$0.isUnknown })
    let doubtful = deadlocks.filter { !isOfThisTest($0) && !$0.standings.contains(where: mayBeOfOtherTest) }
    let all =
      doubtful.compactMap(DeadlockText.line).map { Self.perhaps + $0 }
      + Standing.grouped(threads.filter(\.isOfOtherTest)).map { StandingLine($0).text }
      + Standing.grouped(threads.filter { !$0.isOfOtherTest }).map { Self.perhaps + StandingLine($0).text }
    return all.first.map { all.count == 1 ? $0 : "\($0); and \(all.count - 1) more" }
  }

  private static let perhaps = "perhaps of another test: "

  private func mayBeOfOtherTest(_ standing: Standing) -> Bool {
    standing.isOfOtherTest || standing.subject.identity.map(perhapsOfOtherTest.contains) ?? false
  }

  private var deadlocks: [Deadlock] { Deadlock.all(in: sorted(standings)) }

  /// Whether it certainly concerns the test.
  private func isCertain(_ deadlock: Deadlock) -> Bool {
    if case .lockOfThisWait = deadlock { true } else { deadlock.standings.contains(where: \.isOfThisTest) }
  }

  private func isOfThisTest(_ deadlock: Deadlock) -> Bool {
    isCertain(deadlock) || !isParallel && !deadlock.standings.contains(where: mayBeOfOtherTest)
  }

  /// What is known, without what is of other tests. A wait that may be that of another test matters only if nothing
  /// else is known.
  private var shown: [Standing] {
    let known = sorted(standings.filter { !$0.isUnknown && !mayBeOfOtherTest($0) })
    let near = known.filter { !isWaitOfAnotherTest($0) }
    return near.isEmpty ? known : near
  }

  private func isWaitOfAnotherTest(_ standing: Standing) -> Bool {
    guard case .library = standing.activity, let file = standing.place?.file ?? standing.file else { return false }
    return !files.contains(file) && file.contains(text: "/Tests/")
  }

  // MARK: Order

  /// By rank, threads before tasks, and by place, so that equal situations have equal texts.
  private func sorted(_ standings: [Standing]) -> [Standing] {
    let keys = standings.enumerated().map { index, standing in
      let file = standing.place?.file ?? standing.file ?? ""
      return (rank(standing), standing.isOfTask ? 1 : 0, file, standing.place?.line ?? 0, index)
    }
    return keys.sorted(by: <).map { standings[$0.4] }
  }

  /// The wait itself, its file, its package, other files; in a parallel run, all that is known to be of the test first.
  private func rank(_ standing: Standing) -> Int {
    standing.isOfThisWait ? 0 : nearness(standing) + (isParallel && !standing.isOfThisTest ? 3 : 0)
  }

  private func nearness(_ standing: Standing) -> Int {
    guard let file = standing.place?.file ?? standing.file else { return 3 }
    if files.contains(file) { return 1 }
    return packages.contains { file.hasPrefix($0) } ? 2 : 3
  }

  /// The folders of the packages of the test's files.
  private var packages: [String] {
    files.compactMap { file in
      ["/Tests/", "/Sources/"].compactMap { file.firstRange(of: $0) }.first.map { String(file[..<$0.lowerBound]) + "/" }
    }
  }

  // MARK: Length

  private func cut(_ lines: [String]) -> [String] {
    guard lines.count > limit else { return lines }
    return lines.prefix(limit - 1) + ["and \(lines.count - limit + 1) more threads and tasks elsewhere"]
  }

  private func unique(_ lines: [String]) -> [String] {
    var seen: Set<String> = []
    return lines.filter { seen.insert($0).inserted }
  }

  private func line(_ standing: Standing, _ deadlocks: [Deadlock]) -> String {
    let busy = deadlocks.lazy.compactMap { DeadlockText.busy($0, standing) }.first
    return StandingLine(standing).text + (busy.map { "; " + $0 } ?? "")
  }
}

extension Standing {
  fileprivate var isUnknown: Bool {
    if case .unknown = activity { true } else { false }
  }

  fileprivate var isOfTask: Bool {
    if case .task = subject { true } else { false }
  }
}

/// Names those that stand in each other's way.
enum DeadlockText {
  /// A line of its own, for what no single standing tells.
  static func line(_ deadlock: Deadlock) -> String? {
    switch deadlock {
    case .cycle(let standings): cycle(standings)
    case .lockOfThisWait(let standing): "\(who(standing)) needs a lock that the thread of this wait holds"
    case .ownLock(let standing): "\(who(standing)) waits for a lock that it holds itself"
    case .busyActor: nil
    }
  }

  /// What keeps the actor busy for which a task waits.
  static func busy(_ deadlock: Deadlock, _ standing: Standing) -> String? {
    guard case .busyActor(let name, _, let running) = deadlock, case .actor(let actor) = standing.activity,
      actor.name == name
    else { return nil }
    let method = running.function.map { $0.hasPrefix(name + ".") ? String($0.dropFirst(name.count + 1)) : $0 }
    return "\(name) is busy" + (method.map { " in " + $0 } ?? "") + at(running)
  }

  private static func cycle(_ standings: [Standing]) -> String {
    guard standings.count > 1 else {
      return standings.map(who).joined() + " waits for its own end"
    }
    guard standings.count > 2 else {
      return standings.map(who).joined(separator: " and ") + " wait for each other"
    }
    return "each waits for the next: " + (standings + standings.prefix(1)).map(who).joined(separator: " → ")
  }

  private static func who(_ standing: Standing) -> String { StandingLine(standing).subject + at(standing) }

  private static func at(_ standing: Standing) -> String { StandingLine(standing).place.map { " at " + $0 } ?? "" }
}
