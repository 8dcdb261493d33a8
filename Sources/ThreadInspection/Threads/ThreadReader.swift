#if os(Linux) && arch(x86_64) && canImport(Glibc)
  import Foundation

  /// Reads all threads: first those that sleep, then those that run.
  struct ThreadReader {
    /// The time that one running thread may take to answer, and all of them.
    private static let answerLimit = Duration.milliseconds(100)
    private static let answersLimit = Duration.milliseconds(200)

    /// How often a thread that runs is looked at.
    private static let attempts = 3

    /// Nil when the process may not read its own memory.
    private let memory = ProcessMemory()
    private let clock = ContinuousClock()
    private let end: ContinuousClock.Instant
    private let caller = ThreadSignalFunctions.shared?.ownThread()

    init?(limit: Duration) { end = clock.now + limit }

    func read(includesCaller: Bool) -> [ThreadSnapshot]? {
      guard let numbers = ThreadFiles.numbers else { return nil }
      let threads = numbers.filter { includesCaller || $0 != caller }
      var snapshots = threads.enumerated().map { index, number in
        look(at: ThreadFiles(number), isRead: index < ThreadCensus.threadLimit)
      }
      let answersEnd = min(end, clock.now + Self.answersLimit)
      for index in snapshots.indices where snapshots[index].state == .running {
        ask(&snapshots[index], until: answersEnd)
      }
      return withoutInheritedNames(withoutEnded(snapshots))
    }

    /// A thread has the name of the one that made it until it gets its own. That of the main thread is the program's.
    private func withoutInheritedNames(_ snapshots: [ThreadSnapshot]) -> [ThreadSnapshot] {
      let inherited = ThreadFiles(getpid()).name
      return snapshots.map { snapshot in
        var snapshot = snapshot
        if !snapshot.isMain, snapshot.name == inherited { snapshot.name = "" }
        return snapshot
      }
    }

    /// Reads a thread if it sleeps.
    private func look(at files: ThreadFiles, isRead: Bool) -> ThreadSnapshot {
      var snapshot = ThreadSnapshot(number: files.number, name: "", isMain: files.number == getpid())
      guard isRead, clock.now < end else { return snapshot }
      snapshot.name = files.name ?? ""
      update(&snapshot, files)
      return snapshot
    }

    /// Looks again at a thread that ran, because it may sleep by now, and asks it if it still runs. It may fall asleep
    /// before it is asked, so this is tried several times.
    private func ask(_ snapshot: inout ThreadSnapshot, until end: ContinuousClock.Instant) {
      let files = ThreadFiles(snapshot.number)
      for _ in 0..<Self.attempts {
        guard clock.now < end, let memory else { return }
        update(&snapshot, files)
        guard snapshot.state == .running, snapshot.stack == nil else { return }
        let limit = min(Self.answerLimit, clock.now.duration(to: end))
        snapshot.schedule = files.schedule
        snapshot.stack = RunningThread.read(files, memory, within: limit)
        guard snapshot.stack == nil else { return }
      }
    }

    /// Threads that have ended meanwhile stand nowhere.
    private func withoutEnded(_ snapshots: [ThreadSnapshot]) -> [ThreadSnapshot] {
      snapshots.filter { $0.isRead || ThreadFiles($0.number).exists }
    }

    private func update(_ snapshot: inout ThreadSnapshot, _ files: ThreadFiles) {
      guard let memory else { return }
      guard files.number != caller else {
        snapshot.state = .running
        return
      }
      switch SleepingThread(files: files, memory: memory).read() {
      case .sleeping(let call, let stack, let schedule):
        snapshot.state = .sleeping(call)
        snapshot.stack = stack
        snapshot.schedule = schedule
        snapshot.lockWords = call?.futex.map { memory.bytes(at: $0.address, count: LockOwner.wordsSize) } ?? []
      case .running, .unsteady: snapshot.state = .running
      case .unreadable: snapshot.state = nil
      }
    }
  }
#endif
