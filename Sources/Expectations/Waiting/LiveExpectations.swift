import Testing

/// The expectations and conditions of tests that exist now.
///
/// The release of an expectation reports that no test waited for it. But the work, a handler, a property or a global
/// may keep an expectation until the process ends. Therefore, the end of the run checks those that remain, and the end
/// of a test of XCTest those of that test. Swift Testing does not announce the end of a test.
enum LiveExpectations {
  /// Who waits for an expectation.
  enum Kind {
    /// The test must wait for it.
    case ofTest
    /// A call of the library, which waits for it itself.
    case ofCall
    /// A condition, which runs as long as the expectation is in the list.
    case ofCondition
  }

  /// The place of an expectation in the list.
  struct Ticket: Sendable {
    fileprivate var number: Int32

    static let none = Ticket(number: -1)
    var isNone: Bool { number < 0 }
  }

  private struct Entry {
    // Unsafe: an expectation leaves the list before its properties are released, and needs the lock for that.
    unowned(unsafe) let expectation: any AnyExpectation
    unowned(unsafe) let host: any TestHost
    let kind: Kind
    /// Whether the missing wait was reported. A wait that begins after that is the same problem.
    var isReported = false
  }

  private struct Shard {
    var entries: [Entry?] = []
    var free: [Int32] = []
  }

  /// Expectations are created on many threads, so the list has several locks.
  private static let shardCount = 8
  private static let shards: [Locked<Shard>] = {
    ProcessExit.add(.checks) { checkRun() }
    return (0..<shardCount).map { _ in Locked(Shard()) }
  }()

  // MARK: The list

  /// Adds an expectation. Its owner must remove it before its release.
  static func add(_ expectation: any AnyExpectation, of host: any TestHost, _ kind: Kind) -> Ticket {
    guard host.checksWhatRemains else { return .none }
    // The allocator often reuses the memory of an expectation on the same thread.
    let shard = Int(bitPattern: ObjectIdentifier(expectation)) >> 6 & (shardCount - 1)
    let entry = Entry(expectation: expectation, host: host, kind: kind)
    let index = shards[shard].withLock { shard in
      if let index = shard.free.popLast() {
        shard.entries[Int(index)] = entry
        return index
      }
      shard.entries.append(entry)
      return Int32(truncatingIfNeeded: shard.entries.count - 1)
    }
    return Ticket(number: index * Int32(shardCount) + Int32(shard))
  }

  static func remove(_ ticket: Ticket) {
    guard !ticket.isNone else { return }
    let (index, shard) = ticket.number.quotientAndRemainder(dividingBy: Int32(shardCount))
    shards[Int(shard)].withLock { shard in
      shard.entries[Int(index)] = nil
      shard.free.append(index)
    }
  }

  /// The expectations that exist now. Release them outside of every lock.
  static var all: [any AnyExpectation] {
    shards.flatMap { shard in
      shard.withLock { shard in
        shard.entries.compactMap { entry in
          // A weak reference to one whose `deinit` waits for this lock is nil.
          weak let living = entry?.expectation
          return living
        }
      }
    }
  }

  // MARK: Checks

  /// What remains, with everything that its failure needs.
  private struct Remainder {
    var finding: ExpectationFinding
    var site: CallSite
    var host: any TestHost
    /// The wait that still runs; nil for a missing one.
    var wait: SlotKey?
  }

  /// Records, at the end of a test of XCTest, the expectations of the test that no test has waited for.
  static func recordNeverAwaited(of host: any TestHost) {
    for remainder in takeRemainders(ofRun: false, where: { $0 === host }) where !host.hasStopped {
      host.record(remainder.finding, at: remainder.site)
    }
  }

  /// Records, at the end of a test of XCTest, the expectations in properties of its test case that no test has waited
  /// for. XCTest creates all test cases before the first test.
  static func recordNeverAwaited(inPropertiesOf testCase: AnyObject, to host: any TestHost) {
    let existBeforeTests = shards.contains { shard in
      shard.withLock { $0.entries.contains { $0.map { $0.host.nameAtEnd == nil } ?? false } }
    }
    guard existBeforeTests else { return }
    var mirror: Mirror? = Mirror(reflecting: testCase)
    while let properties = mirror {
      for case let expectation as any AnyExpectation in properties.children.map(\.value)
      where expectation.host.nameAtEnd == nil {
        expectation.recordWhatRemains(to: host)
      }
      mirror = properties.superclassMirror
    }
  }

  /// Finds, at the end of the run, the expectations that no test has waited for, and the waits that no test awaits.
  private static func checkRun() {
    guard TestHosts.haveTests, !isExitTest else { return }
    var seen: Set<SlotKey> = []
    let remainders = takeRemainders(ofRun: true, where: { _ in true })
      .sortedForText { ($0.site.fileID.description, $0.site.line) < ($1.site.fileID.description, $1.site.line) }
    for remainder in remainders where !remainder.host.hasStopped {
      if let wait = remainder.wait, !seen.insert(wait).inserted { continue }
      remainder.finding.noteInLog(at: remainder.site, of: remainder.host)
      PendingProblems.add(
        Problem(remainder.finding, at: remainder.site).noted(afterTest: remainder.host.nameAtEnd))
    }
  }

  /// Whether the process runs the body of an exit test, which decides how it ends.
  private static var isExitTest: Bool {
    #if os(macOS) || os(Linux) || os(FreeBSD) || os(OpenBSD) || os(Windows)
      ExitTest.current != nil
    #else
      false
    #endif
  }

  /// Returns what remains, and notes that it is reported.
  private static func takeRemainders(ofRun: Bool, where isIncluded: (any TestHost) -> Bool) -> [Remainder] {
    shards.flatMap { shard in
      // The last other reference may be released meanwhile. The release of the last one takes both locks.
      var held: [any AnyExpectation] = []
      let all = shard.withLock { shard in
        var all: [Remainder] = []
        for index in shard.entries.indices {
          guard let entry = shard.entries[index], !entry.isReported, isIncluded(entry.host) else { continue }
          let expectation = entry.expectation
          // Nothing may keep one whose `deinit` waits for this lock. A weak reference to it is nil.
          weak let living = expectation
          if living != nil { held.append(expectation) }
          // The lock of the engine is taken inside this lock, never the other way around.
          let found = Engine.withLock { remainders(of: entry, ofRun: ofRun, in: &$0) }
          if !found.isEmpty { shard.entries[index]?.isReported = true }
          all += found
        }
        return all
      }
      return withExtendedLifetime(held) { all }
    }
  }

  private static func remainders(of entry: Entry, ofRun: Bool, in state: inout EngineState) -> [Remainder] {
    let (expectation, host) = (entry.expectation, entry.host)
    if entry.kind == .ofTest, let (finding, site) = expectation.takeRemaining(in: &state) {
      return [Remainder(finding: finding, site: site, host: host)]
    }
    guard ofRun else { return [] }
    guard entry.kind != .ofCondition else {
      let finding = ExpectationFinding.stillRunning(expectation.title, more: 0)
      return [Remainder(finding: finding, site: expectation.createdAt, host: host)]
    }
    return expectation.state(in: &state).memberships.compactMap { membership in
      // Of a wait that has just failed, the failure would be lost.
      guard let wait = state.machine.wait(membership.wait), !wait.parameters.isPassive,
        wait.verdict.map({ !$0.isSuccess && $0.kind != .cancelled }) ?? true
      else { return nil }
      let finding = ExpectationFinding.stillRunning(expectation.title, more: wait.members.count - 1)
      return Remainder(
        finding: finding, site: wait.parameters.place.site ?? expectation.createdAt, host: host, wait: membership.wait)
    }
  }
}
