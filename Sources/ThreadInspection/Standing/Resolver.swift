#if os(Linux) && arch(x86_64) && canImport(Glibc)
  /// Turns copied stacks and tasks into standings.
  struct Resolver {
    let snapshot: ProcessSnapshot
    let images: ImageMap
    let memory: ProcessMemory
    let limit: WorkLimit
    let hasSource: (String) -> Bool

    /// How much of the limit may be used up when a stage ends. Each stage says less than the next one, but of more
    /// threads.
    ///
    /// On a busy machine, the process may not run at all until a stage is over. So a few threads are walked, and the
    /// names in your program are read, even then, which takes some milliseconds of the processor.
    private enum Share {
      static let walks = 0.35
      static let names = 0.65
      static let lines = 0.95
    }

    private static let leastWalks = 6

    private typealias Walk = (thread: ThreadSnapshot, stack: StackWalk)

    func resolved() -> ResolvedSnapshot {
      guard !limit.isReached else { return ResolvedSnapshot(gaps: [Standing(.threads, .unknown(.limit))]) }
      let walks = self.walks
      let isCut = walks.count < (snapshot.threads ?? []).filter(\.isRead).count
      let addresses = addresses(walks)
      let symbolizer = Symbolizer(images: images, memory: memory)
      var answer = symbolizer.names(of: addresses, limit.until(Share.names))
      symbolizer.readLines(of: addresses, &answer, limit.until(Share.lines))
      let places = answer.places
      let code = UserCode(places.values, hasSource: hasSource)
      var resolved = ResolvedSnapshot(
        threads: walks.map { thread($0, places, code) },
        tasks: snapshot.tasks.tasks.compactMap { standing($0, places, code) },
        gaps: gaps(isCut: isCut || answer.lacksNames, answer))
      addTexts(to: &resolved, places)
      resolved.runningTests = runningTests(places)
      return resolved
    }

    /// A task that has not begun is of no running test.
    private func runningTests(_ places: [UInt64: CodePlace]) -> [String] {
      let suspended = snapshot.tasks.tasks.filter { task in
        task.hasBegun && !TestTaskName.waitsForTurn(task.functions.compactMap { places[$0]?.symbol })
      }
      return (suspended.compactMap(\.name) + snapshot.tasks.namesOfRunning).compactMap(TestTaskName.test).sorted()
    }

    private func gaps(isCut: Bool, _ answer: Symbolizer.Answer) -> [Standing] {
      var gaps: [Standing] = []
      if isCut { gaps.append(Standing(.threads, .unknown(.limit))) }
      if answer.lacksLines { gaps.append(Standing(.threads, .unknown(.lines))) }
      if answer.lacksProgram { gaps.append(Standing(.threads, .unknown(.program))) }
      return gaps
    }

    /// The thread of the wait first, then those with the most on their stacks: a thread without work has little.
    private var walks: [Walk] {
      let unwinder = Unwinder(images: images, memory: memory)
      let limit = limit.until(Share.walks)
      let stacks = (snapshot.threads ?? []).compactMap { thread in thread.stack.map { (thread, $0) } }
      let order = stacks.enumerated().sorted { rank($0) < rank($1) }
      var walks: [(index: Int, walk: Walk)] = []
      for (index, (thread, stack)) in order where walks.count < Self.leastWalks || !limit.isReached {
        walks.append((index, (thread, unwinder.walk(stack))))
      }
      return walks.sorted { $0.index < $1.index }.map(\.walk)
    }

    private func rank(_ item: (offset: Int, element: (ThreadSnapshot, CapturedStack))) -> (Int, Int, Int) {
      let (thread, stack) = item.element
      return (thread.number == snapshot.waitingThread ? 0 : 1, -stack.bytes.count, item.offset)
    }

    /// The thread of the wait first, and then, of all threads and tasks, the innermost frames before the outer ones.
    private func addresses(_ walks: [Walk]) -> [UInt64] {
      var ranked: [(rank: Int, address: UInt64)] = []
      for walk in walks {
        let isOfThisWait = walk.thread.number == snapshot.waitingThread
        var depth = isOfThisWait ? -Unwinder.limit : 0
        for frame in walk.stack.frames {
          ranked.append((depth, frame.lookup))
          if let target = target(frame) { ranked.append((depth, target)) }
          // Frames of your program have lines, so only they count.
          if images.image(at: frame.lookup).map({ !SystemImage.contains($0.path) }) ?? false { depth += 1 }
        }
      }
      for task in snapshot.tasks.tasks {
        let starts = task.starts.flatMap { [$0.description, $0.function] + $0.targets }
        for (depth, address) in (starts + task.functions).enumerated() { ranked.append((depth, address)) }
        if let actorType = task.actorType { ranked.append((.max, actorType)) }
      }
      return ranked.enumerated().sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }
        .map(\.element.address)
    }

    private func target(_ frame: StackFrame) -> UInt64? {
      frame.isAfterCall ? CallTarget(images: images, memory: memory).function(calledBefore: frame.address) : nil
    }

    private func thread(
      _ walk: Walk, _ places: [UInt64: CodePlace], _ code: UserCode
    ) -> ResolvedSnapshot.Thread {
      let frames = walk.stack.frames.map { places[$0.lookup] }
      let standing = ThreadStanding(
        thread: walk.thread, frames: frames, isComplete: walk.stack.isComplete,
        calledFunction: { target(walk.stack.frames[$0]).flatMap { places[$0] } },
        holder: LockOwner.holder(
          ofLockFor: walk.thread, functions: frames.map { $0?.symbol }, among: snapshot.threads ?? []),
        code: code, demangler: Demangler())
      var other = standing.otherStanding
      other?.test = test(of: walk.thread)
      return ResolvedSnapshot.Thread(
        number: walk.thread.number, forOthers: other, forItsWait: standing.ownStanding,
        isComplete: walk.stack.isComplete)
    }

    /// The test of the task that a thread runs. The functions that run a task have its address on their stack; if there
    /// are several such addresses, it is not known which task that is.
    private func test(of thread: ThreadSnapshot) -> TestOfTask? {
      let running = snapshot.tasks.testsOfRunning
      guard !running.isEmpty, let stack = thread.stack else { return nil }
      var tests: Set<UInt64> = []
      stack.bytes.withUnsafeBytes { bytes in
        for offset in stride(from: 0, through: bytes.count - 8, by: 8) {
          let word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
          if running[word] != nil { tests.insert(word) }
        }
      }
      return tests.count == 1 ? tests.first.flatMap { running[$0] } : nil
    }

    private func standing(_ task: TaskSnapshot, _ places: [UInt64: CodePlace], _ code: UserCode) -> Standing? {
      TaskStanding(
        task: task, frames: task.functions.map { places[$0] },
        starts: task.starts.map { start in
          TaskStanding.Start(
            description: places[start.description], function: places[start.function],
            targets: start.targets.compactMap { places[$0] })
        },
        actorType: task.actorType.flatMap { places[$0]?.symbol }, code: code, demangler: Demangler()
      ).standing
    }

    private func addTexts(to resolved: inout ResolvedSnapshot, _ places: [UInt64: CodePlace]) {
      var source = SourceText(images: places.values)
      func addText(to place: inout Standing.Place?) {
        guard let known = place, !limit.isReached else { return }
        place?.text = source.line(known.line, of: known.file)
      }
      for index in resolved.threads.indices {
        if resolved.threads[index].forItsWait != nil { addText(to: &resolved.threads[index].forItsWait!.place) }
        if resolved.threads[index].forOthers != nil { addText(to: &resolved.threads[index].forOthers!.place) }
      }
      for index in resolved.tasks.indices { addText(to: &resolved.tasks[index].place) }
    }
  }
#endif

/// How far work may go. It is asked before each step, and the rest stays undone.
struct WorkLimit {
  /// The part that is used up: 0 at the beginning, 1 at the end.
  private let progress: () -> Double
  private let share: Double

  init(share: Double = 1, progress: @escaping () -> Double) {
    self.progress = progress
    self.share = share
  }

  /// Begins now.
  init(_ limit: Duration) {
    let start = ContinuousClock.now
    self.init { limit > .zero ? (ContinuousClock.now - start) / limit : .infinity }
  }

  var isReached: Bool { progress() >= share }

  /// A limit that is reached earlier, so that later stages have time, too.
  /// - `share`: The part of the whole that may be used up by then.
  func until(_ share: Double) -> WorkLimit { WorkLimit(share: min(share, self.share), progress: progress) }
}
