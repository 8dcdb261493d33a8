#if os(Linux) && arch(x86_64) && canImport(Glibc)
  import Foundation

  /// Reads all threads: first that of the wait, then those that sleep, then those that run.
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

    func read(waitingThread: Int32?) -> [ThreadSnapshot]? {
      guard let numbers = ThreadFiles.numbers else { return nil }
      let others = numbers.filter { $0 != caller && $0 != waitingThread }
      let first = waitingThread.map { numbers.contains($0) ? [$0] : [] } ?? []
      var snapshots = (first + others).enumerated().map { index, number in
        look(
          at: ThreadFiles(number),
          isRead: number == waitingThread || index < ThreadCensus.threadLimit && clock.now < end)
      }
      let answersEnd = min(end, clock.now + Self.answersLimit)
      let running = snapshots.indices.filter { snapshots[$0].state == .running && snapshots[$0].number != caller }
      let hasRoom = !running.isEmpty && memory.map(StackRoom.isEnough) ?? false
      for index in snapshots.indices where snapshots[index].state == .running {
        ask(&snapshots[index], until: answersEnd, bySignal: hasRoom || snapshots[index].number == caller)
      }
      lookAgain(at: &snapshots)
      // A thread has the name of the one that made it until it gets its own. That of the main thread is the program's.
      let inherited = ThreadFiles(getpid()).name
      for index in snapshots.indices where !snapshots[index].isMain && snapshots[index].name == inherited {
        snapshots[index].name = ""
      }
      // Threads that have ended meanwhile stand nowhere.
      return snapshots.filter { $0.isRead || ThreadFiles($0.number).exists }
    }

    /// Finds out which threads have not run since they were read, and reads for which locks these wait.
    ///
    /// Threads are read one after the other, and a lock may change its owner in between: only of threads that all slept
    /// at one moment it is known who waits for whom. The words of the locks are read between the two looks, while
    /// each thread that is still sleeps, so it neither takes nor releases a lock.
    private func lookAgain(at snapshots: inout [ThreadSnapshot]) {
      guard let memory else { return }
      for index in snapshots.indices {
        guard clock.now < end else { return }
        guard case .sleeping(let call?) = snapshots[index].state, let futex = call.futex else { continue }
        snapshots[index].lockWords = memory.bytes(at: futex.address, count: LockOwner.wordsSize)
      }
      for index in snapshots.indices {
        guard clock.now < end else { return }
        snapshots[index].isStill = isStill(snapshots[index])
      }
    }

    private func isStill(_ snapshot: ThreadSnapshot) -> Bool {
      // The calling thread is in this function.
      guard snapshot.number != caller else { return true }
      guard case .sleeping(let call) = snapshot.state, let stack = snapshot.stack,
        let stackPointer = stack.registers.stackPointer, let programCounter = stack.registers.programCounter
      else { return false }
      let files = ThreadFiles(snapshot.number)
      // A thread that was woken and has not run yet is shown as running.
      return files.systemCall == .sleeping(call, stackPointer: stackPointer, programCounter: programCounter)
        && files.schedule == snapshot.schedule
    }

    /// Reads a thread if it sleeps.
    private func look(at files: ThreadFiles, isRead: Bool) -> ThreadSnapshot {
      var snapshot = ThreadSnapshot(number: files.number, name: "", isMain: files.number == getpid())
      guard isRead else { return snapshot }
      snapshot.name = files.name ?? ""
      update(&snapshot, files)
      return snapshot
    }

    /// Looks again at a thread that ran, because it may sleep by now, and asks it if it still runs. It may fall asleep
    /// before it is asked, so this is tried several times.
    ///
    /// - `bySignal`: Whether it may be asked.
    private func ask(_ snapshot: inout ThreadSnapshot, until end: ContinuousClock.Instant, bySignal: Bool) {
      let files = ThreadFiles(snapshot.number)
      for _ in 0..<Self.attempts {
        guard clock.now < end, let memory else { return }
        update(&snapshot, files)
        guard snapshot.state == .running, snapshot.stack == nil, bySignal else { return }
        let limit = min(Self.answerLimit, clock.now.duration(to: end))
        snapshot.schedule = files.schedule
        snapshot.stack = RunningThread.read(files, memory, within: limit)
        guard snapshot.stack == nil else { return }
      }
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
      case .running: snapshot.state = .running
      case .unreadable: snapshot.state = nil
      }
    }
  }

  /// The files of the kernel about one thread of this process.
  struct ThreadFiles {
    let number: Int32
    private let folder: String

    init(_ number: Int32) {
      self.number = number
      folder = "/proc/self/task/\(number)/"
    }

    /// Whether the thread has not ended yet.
    var exists: Bool { access(folder, F_OK) == 0 }
    var name: String? { SystemFile.text(of: folder + "comm") }
    var systemCall: SystemCallLine? { SystemFile.text(of: folder + "syscall").flatMap { SystemCallLine($0) } }
    var schedule: ScheduleCounters? { SystemFile.text(of: folder + "schedstat").flatMap { ScheduleCounters($0) } }

    /// Whether the thread lets a signal through. Nil when the kernel does not tell.
    func isOpen(to signal: CInt) -> Bool? {
      guard let status = SystemFile.bytes(of: folder + "status") else { return nil }
      let lines = status.split(separator: UInt8(ascii: "\n"))
      guard let line = lines.first(where: { $0.starts(with: "SigBlk:".utf8) }),
        let mask = UInt64(String(decoding: line.dropFirst(8), as: UTF8.self), radix: 16)
      else { return nil }
      return mask & (1 << UInt64(signal - 1)) == 0
    }

    /// The numbers of all threads of this process, in order. Nil when the kernel does not tell.
    static var numbers: [Int32]? { SystemFile.numbers(in: "/proc/self/task").map { $0.sorted() } }
  }

  /// Whether the stacks of all threads have room for a signal handler.
  ///
  /// The kernel ends a process whose thread has no room for the registers that it saves for a handler. It does not tell
  /// how much a running thread has used, nor which stack is whose. So no thread is asked while any stack has been
  /// used almost to its end.
  enum StackRoom {
    /// The room that is needed: up to 12 KiB for the registers, the handler, and what the thread itself may use until
    /// the signal comes.
    static let least: UInt64 = 32 << 10
    /// Stacks are preceded by pages without access, which are fewer than those of other memory.
    fileprivate static let mostGuard: UInt64 = 64 << 10

    static func isEnough(_ memory: ProcessMemory) -> Bool {
      guard let text = SystemFile.bytes(of: "/proc/self/maps", first: 1 << 16) else { return false }
      return isEnough(MemoryMapping.all(in: text)) { range in
        ResidentPages.parts(of: range, atMost: Int(least)).contains { isWritten($0, memory) }
      }
    }

    /// Whether any byte is not zero. Pages that were only read, such as by this module, are in use, too.
    private static func isWritten(_ range: Range<UInt64>, _ memory: ProcessMemory) -> Bool {
      memory.bytes(at: range.lowerBound, count: range.count).withUnsafeBytes { bytes in
        var index = 0
        // Steps by hand: a loop over a range takes several times as long in a debug build.
        while index + 8 <= bytes.count {
          if bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self) != 0 { return true }
          index += 8
        }
        return false
      }
    }

    /// - `isUsed`: Whether a part of a stack has been used.
    static func isEnough(_ mappings: [MemoryMapping], isUsed: (Range<UInt64>) -> Bool) -> Bool {
      zip(mappings, mappings.dropFirst()).allSatisfy { pages, stack in
        guard pages.isGuard, stack.isAnonymous, stack.isReadable, stack.isWritable,
          pages.range.upperBound == stack.range.lowerBound
        else { return true }
        let start = stack.range.lowerBound
        return !isUsed(start..<min(start + least, stack.range.upperBound))
      }
    }
  }

  extension MemoryMapping {
    fileprivate var isGuard: Bool {
      isAnonymous && !isReadable && !isWritable && range.upperBound - range.lowerBound <= StackRoom.mostGuard
    }
  }
#endif
