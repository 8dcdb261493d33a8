import ThreadInspection

/// Where the threads and the suspended tasks of the process stood at one moment.
///
/// The copies of their stacks come first. Names and lines take longer, so they come only when a text needs them.
final class Inspection: Sendable {
  private let snapshot: ProcessSnapshot?
  /// What is known, for each thread whose wait asks; nil stands for a wait that blocks no thread.
  private let known: Locked<[Int32?: [Standing]]>

  /// The time for all names and lines; the rest is left out. Usually it takes less than a tenth of a second, but not on
  /// a machine that is busy.
  private static let limit = Duration.seconds(2)

  init(_ snapshot: ProcessSnapshot) {
    self.snapshot = snapshot
    known = Locked([:])
  }

  /// Takes standings that a report was decoded with.
  init(standings: [Standing]) {
    snapshot = nil
    known = Locked([nil: standings])
  }

  /// Returns where all threads and tasks stood. It may take some hundred milliseconds the first time.
  ///
  /// - Parameter waitingThread: The number of the thread that blocks in the wait; nil if none does.
  func standings(waitingThread: Int32? = nil) -> [Standing] {
    known.withLock { known in
      if let standings = known[waitingThread] ?? (snapshot == nil ? known[nil] : nil) { return standings }
      guard var snapshot else { return [] }
      snapshot.waitingThread = waitingThread
      let standings = snapshot.resolve(limit: Self.limit)
      known[waitingThread] = standings
      return standings
    }
  }
}

/// The inspection of one wait that ran out of time.
struct InspectedWait: Sendable {
  let inspection: Inspection
  /// The number of the thread that blocked in the wait; nil if none did.
  let waitingThread: Int32?

  /// The threads and tasks in code of the tests or of the program, and what could not be read.
  var standings: [Standing] {
    inspection.standings(waitingThread: waitingThread).filter { !$0.isOfToolchain }
  }

  /// The lines about threads in code of the tests or of the program, and about threads of the pool that block in the
  /// toolchain; none when there are no such threads.
  var threadLines: [String] {
    let threads = inspection.standings(waitingThread: waitingThread).filter(\.isOfThread)
    return threads.isEmpty ? [] : StandingText(threads).lines
  }

  /// The lines of the failure text: first those in the files of the test, then those in its package.
  func lines(files: [String], limit: Int = 8) -> [String] {
    StandingText(standings, files: Set(files), limit: limit).lines
  }
}

extension InspectedWait: Codable {
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(standings)
  }

  init(from decoder: any Decoder) throws {
    let standings = try decoder.singleValueContainer().decode([Standing].self)
    self.init(inspection: Inspection(standings: standings), waitingThread: nil)
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
