/// The line of a wait.
struct WaitLine: Hashable, Sendable {
  var file: String
  var line: Int
}

#if Stacks && os(Linux)
  import Dispatch
  import ThreadInspection

  /// Where the threads and the suspended tasks of the process stood at one moment. The copies of their stacks come
  /// first. Names and lines take longer, so they come later, and once for all waits that ran out of time together.
  final class Inspection: Sendable {
    private enum State: Sendable {
      case copied(ProcessSnapshot)
      /// A thread looks up names and lines.
      case inWork
      case resolved(ResolvedSnapshot)
    }

    /// What live waits wait for, by their lines.
    private let awaited: [WaitLine: String]
    private let state: Locked<State>
    /// Empty as soon as the names and lines are there.
    private let work = DispatchGroup()

    /// The time for all names and lines; the rest is left out. Usually it takes less than a tenth of a second, but not
    /// on a machine that is busy.
    private static let limit = Duration.seconds(2)

    init(_ snapshot: ProcessSnapshot, awaited: [WaitLine: String] = [:]) {
      self.awaited = awaited
      state = Locked(.copied(snapshot))
    }

    /// Returns where all threads and tasks stood. It may take some hundred milliseconds the first time. The thread that
    /// asks first looks up the names and lines; others wait for it.
    func standings(for wait: ResolvedSnapshot.Wait = ResolvedSnapshot.Wait()) -> [Standing] {
      resolved(first: wait.thread).standings(for: wait)
    }

    /// Looks up the names and lines, unless another thread does or has.
    func lookUpNames() { _ = resolved(first: nil) }

    /// The running threads of the pool by their numbers, with the tester's functions that each is in.
    var busyInPool: [Int32: [String]] { resolved(first: nil).busyInPool }

    /// The test cases of Swift Testing that run, by the names of their tasks.
    var runningTests: [String] { resolved(first: nil).runningTests }

    private func resolved(first thread: Int32?) -> ResolvedSnapshot {
      let (snapshot, known) = state.withLock { state -> (ProcessSnapshot?, ResolvedSnapshot?) in
        switch state {
        case .copied(let snapshot):
          state = .inWork
          work.enter()
          return (snapshot, nil)
        case .inWork: return (nil, nil)
        case .resolved(let known): return (nil, known)
        }
      }
      if let known { return known }
      guard var snapshot else {
        work.wait()
        return resolved(first: thread)
      }
      snapshot.waitingThread = thread
      var resolved = snapshot.resolved(limit: Self.limit)
      resolved.name { awaited[WaitLine(file: $0, line: $1)] }
      state.withLock { $0 = .resolved(resolved) }
      work.leave()
      return resolved
    }
  }

  /// The inspection of one wait that ran out of time.
  struct InspectedWait: Sendable {
    let inspection: Inspection
    let wait: ResolvedSnapshot.Wait

    init(_ inspection: Inspection, _ wait: ResolvedSnapshot.Wait = ResolvedSnapshot.Wait()) {
      self.inspection = inspection
      self.wait = wait
    }

    /// The threads and tasks in code of the tests or of the program, and what could not be read.
    var standings: [Standing] {
      inspection.standings(for: wait).filter { !$0.isOfToolchain }
    }

    /// The lines about threads in code of the tests or of the program, and about threads of the pool that block in the
    /// toolchain; none when there are no such threads.
    var threadLines: [String] {
      let threads = inspection.standings(for: wait).filter(\.isOfThread)
      return threads.isEmpty ? [] : StandingText(threads).lines
    }

    /// The lines of the failure text: first those in the files of the test, then those in its package.
    func lines(files: [String], limit: Int = 8) -> [String] {
      StandingText(standings, files: Set(files), limit: limit).lines
    }

    /// What a report tells of them.
    var reported: [WaitReport.Standing] { standings.map(WaitReport.Standing.init) }

    /// Says that no other thread or task is in code of the tests or of the program; nil when one is, or when that is
    /// not known.
    var absence: String? { StandingText(standings).absence }
  }

  extension InspectedWait: Encodable {
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(reported)
    }
  }

  extension Standing {
    /// Whether a thread stands there, and what it does is known.
    fileprivate var isOfThread: Bool {
      guard case .thread = subject else { return false }
      if case .unknown = activity { return false }
      return true
    }
  }

  extension WaitReport.Standing {
    fileprivate init(_ standing: Standing) {
      self.init(
        description: StandingText([standing], limit: 1).lines.first ?? "", filePath: standing.place?.file,
        line: standing.place?.line, function: standing.function, count: standing.count)
    }
  }
#else
  /// There is none on other systems.
  struct Inspection: Sendable {
    private init() {}
    func lookUpNames() {}
    var busyInPool: [Int32: [String]] { [:] }
    var runningTests: [String] { [] }
  }

  /// Nothing is known about a wait.
  struct InspectedWait: Encodable, Sendable {
    init(_ inspection: Inspection) {}
    func encode(to encoder: any Encoder) throws { try ([] as [Int]).encode(to: encoder) }
    var reported: [WaitReport.Standing] { [] }
    var threadLines: [String] { [] }
    var absence: String? { nil }
    func lines(files: [String], limit: Int = 8) -> [String] { [] }
  }
#endif
