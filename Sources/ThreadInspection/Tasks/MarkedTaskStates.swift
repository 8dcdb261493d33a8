/// What the tasks that keep one of certain objects do at one moment.
package enum MarkedTaskStates: Sendable, Hashable {
  /// None of them can go on by itself.
  case still
  /// One runs, or needs only a turn.
  case running
  /// One sleeps, or waits with a timeout.
  case sleeping
  /// One waits for the end of a task that is not one of them.
  case awaitsOther
  /// Other threads ran meanwhile, so what was read is not what was there at one moment.
  case unsteady
  case unknown(Standing.Gap)

  /// Reads the tasks of several tests.
  ///
  /// What is read one after the other was there at one moment if no other thread ran meanwhile.
  ///
  /// - Parameters:
  ///   - count: How many tests there are.
  ///   - key: The address of the `TaskLocal` of a variable.
  ///   - marks: Returns, for each test, the addresses of objects. Each task of the test has one of them in that
  ///     variable.
  package static func read(count: Int, of key: UInt, _ marks: () -> [Set<UInt>]) -> [MarkedTaskStates] {
    func all(_ state: MarkedTaskStates) -> [MarkedTaskStates] { Array(repeating: state, count: count) }
    #if os(Linux) && arch(x86_64) && canImport(Glibc)
      guard !SanitizerRuntime.isPresent else { return all(.unknown(.sanitizer)) }
      guard let layout = TaskLayout.present, layout.isTried, let memory = ProcessMemory(), ThreadTurns.areKnown else {
        return all(.unknown(.unreadable))
      }
      // All that follows is of the moment after this.
      guard let turns = ThreadTurns.steady else { return all(.unsteady) }
      guard let images = ImageMap.capture(memory) else { return all(.unknown(.unreadable)) }
      let tests = marks()
      let reader = MarkedTaskReader(tasks: TaskReader(layout: layout, memory: memory, images: images), memory: memory)
      guard let found = reader.read(Set(tests.joined()), of: key) else { return all(.unknown(.limit)) }
      guard turns == ThreadTurns() else { return all(.unsteady) }
      let names = reader.names(of: found)
      return tests.map { test in reader.state(of: found.filter { test.contains($0.mark) }, names) }
    #else
      return all(.unknown(.unreadable))
    #endif
  }
}

#if os(Linux) && arch(x86_64) && canImport(Glibc)
  private struct MarkedTaskReader {
    let tasks: TaskReader
    let memory: ProcessMemory

    struct Found {
      let mark: UInt
      let address: UInt64
      /// Nil for a task that runs.
      let snapshot: TaskSnapshot?
    }

    /// Finds the tasks that have one of the marks. Returns nil if not all memory is searched.
    func read(_ marks: Set<UInt>, of key: UInt) -> [Found]? {
      var scan = MemoryScan(memory: memory, word: tasks.layout.metadata, step: TaskLayout.alignment / 8)
      guard scan.run(tasks.images.anonymousMemory, until: .now + Self.limit) else { return nil }
      return scan.found.compactMap { task(at: $0, marks, key) }
    }

    /// Usually, it takes some milliseconds. A busy computer is no reason to say that there is too much memory.
    private static let limit = Duration.seconds(30)

    /// Nil when no task that counts is at this address.
    private func task(at address: UInt64, _ marks: Set<UInt>, _ key: UInt) -> Found? {
      guard let fields = TaskFields(at: address, in: memory, tasks.layout), fields.status & TaskLayout.isComplete == 0
      else { return nil }
      return TaskLocals.first(of: marks, key, inTask: address, memory).map {
        Found(mark: $0, address: address, snapshot: tasks.task(at: address))
      }
    }

    func state(of found: [Found], _ names: [UInt64: CodePlace]) -> MarkedTaskStates {
      let suspended = found.compactMap(\.snapshot)
      guard suspended.count == found.count else { return .running }
      let known = Set(found.map(\.address))
      for task in suspended {
        switch task.need {
        case .executor: return .running
        case .task(let other) where !known.contains(other): return .awaitsOther
        case .continuation where goesOn(task.functions.map { names[$0]?.symbol }): return .sleeping
        case .task, .group, .continuation: break
        }
      }
      return .still
    }

    /// The names of the functions in which tasks wait for a continuation.
    func names(of found: [Found]) -> [UInt64: CodePlace] {
      let waiting = found.compactMap(\.snapshot).filter { $0.need == .continuation }
      return Symbolizer(images: tasks.images, memory: memory)
        .names(of: waiting.flatMap(\.functions), WorkLimit { 0 }).places
    }

    /// How the symbols of `settle()` begin, which itself waits for the others.
    private static let settle = "$s9Leftovers6settle"

    /// Whether a task that waits for a continuation is resumed after some time. A function without a name may do so.
    private func goesOn(_ functions: [String?]) -> Bool {
      let names = functions.compactMap(\.self)
      if names.contains(where: { $0.hasPrefix(Self.settle) }) { return false }
      switch LibraryWait(names) {
      case .manualClock: return false
      case .expectation, .recorder, .condition, .body: return true
      case nil: return names.count < functions.count || names.contains(where: TaskStanding.isSleep)
      }
    }
  }
#endif

#if os(Linux)
  import Foundation

  /// How often each other thread of the process was made to run. Two equal values mean that none ran in between.
  struct ThreadTurns: Equatable {
    private var turns: [Int32: UInt64] = [:]

    /// How often it is tried to find a moment in which no other thread runs.
    private static let attempts = 20

    /// Whether the kernel tells.
    static var areKnown: Bool {
      guard ThreadFiles.numbers != nil, let own = ProcessInspector.ownThread else { return false }
      let files = ThreadFiles(own)
      return files.schedule != nil && files.systemCall != nil
    }

    /// Nil if there is no such moment within some milliseconds.
    static var steady: ThreadTurns? {
      for _ in 0..<attempts {
        if let turns = ThreadTurns() { return turns }
        usleep(100)
      }
      return nil
    }

    /// Returns nil while another thread runs or is about to, or where the kernel does not tell.
    init?() {
      guard let numbers = ThreadFiles.numbers, let own = ProcessInspector.ownThread else { return nil }
      for number in numbers where number != own {
        let files = ThreadFiles(number)
        guard case .sleeping? = files.systemCall, let schedule = files.schedule else { return nil }
        turns[number] = schedule.turns
      }
    }
  }
#endif
