#if os(Linux) && arch(x86_64) && canImport(Glibc)
  import Foundation
  import Synchronization
  import TestSupport
  import Testing

  @testable import ThreadInspection

  @Suite struct StuckProgramTests {
    /// In a process of its own, because it keeps threads of the concurrency pool and the main queue.
    @Test(.realTime, .ownThreads, .exactLines) func everyStuckProgram_namesItsLine() async {
      await #expect(processExitsWith: .success) {
        try await OwnThreads.run {
          let programs = StuckPrograms()
          programs.semaphoreNamesTheLine()
          programs.semaphoreWithATimeoutHasItsName()
          programs.dispatchGroupNamesTheLine()
          programs.dispatchSyncNamesTheLine()
          programs.workItemNamesTheLine()
          programs.lockNamesTheLine()
          programs.recursiveLockNamesTheLine()
          programs.mutexNamesTheLine()
          programs.conditionNamesTheLine()
          programs.sleepNamesTheLine()
          programs.pipeNamesTheLine()
          try programs.processNamesTheLine()
          if !SanitizerRuntime.isPresent { programs.runningThreadNamesTheFunction() }
          if !SanitizerRuntime.isPresent { await programs.continuationNamesTheLine() }
          if !SanitizerRuntime.isPresent { await programs.streamNamesTheLine() }
          if !SanitizerRuntime.isPresent { await programs.taskOfAnotherTaskNamesTheLine() }
          if !SanitizerRuntime.isPresent { await programs.groupNamesTheLine() }
          if !SanitizerRuntime.isPresent { await programs.asyncLetNamesTheLine() }
          if !SanitizerRuntime.isPresent { await programs.sleepOfATaskNamesTheLine() }
          if !SanitizerRuntime.isPresent { await programs.actorNamesTheLineAndItsMethod() }
          if !SanitizerRuntime.isPresent { await programs.mainActorNamesTheLine() }
          if !SanitizerRuntime.isPresent { await programs.taskThatHasNotBegunNamesItsLine() }
        }
      }
    }
  }

  /// Programs that are stuck. For each, the standing must name the line and say what is waited for.
  private struct StuckPrograms {
    // MARK: Threads

    func semaphoreNamesTheLine() {
      let gate = DispatchSemaphore(value: 0)
      let line = stick { (gate.wait(), noteEnd()) }.line
      expect(line, .semaphore, callee: "DispatchSemaphore.wait()")
      gate.signal()
    }

    /// This function of Dispatch only jumps to another one.
    func semaphoreWithATimeoutHasItsName() {
      let gate = DispatchSemaphore(value: 0)
      let line = stick { (gate.wait(timeout: .distantFuture), noteEnd()) }.line
      expect(line, .semaphore, callee: "DispatchSemaphore.wait(timeout:)")
      gate.signal()
      // Another semaphore, because the first thread may not have the signal yet.
      let wall = DispatchSemaphore(value: 0)
      let wallLine = stick { (wall.wait(wallTimeout: .distantFuture), noteEnd()) }.line
      expect(wallLine, .semaphore, callee: "DispatchSemaphore.wait(wallTimeout:)")
      wall.signal()
    }

    func dispatchGroupNamesTheLine() {
      let group = DispatchGroup()
      group.enter()
      let line = stick { (group.wait(), noteEnd()) }.line
      expect(line, .dispatchGroup)
      group.leave()
    }

    func dispatchSyncNamesTheLine() {
      let (queue, gate) = (DispatchQueue(label: "serial"), DispatchSemaphore(value: 0))
      queue.async { gate.wait() }
      let line = stick { (queue.sync {}, noteEnd()) }.line
      expect(line, .dispatchSync)
      gate.signal()
    }

    func workItemNamesTheLine() {
      let gate = DispatchSemaphore(value: 0)
      let item = Unchecked(DispatchWorkItem { gate.wait() })
      DispatchQueue.global().async(execute: item.value)
      let line = stick { (item.value.wait(), noteEnd()) }.line
      expect(line, .workItem)
      gate.signal()
    }

    func lockNamesTheLine() {
      let lock = NSLock()
      lock.lock()
      let line = stick { (lock.lock(), noteEnd()) }.line
      expectLock(line)
      lock.unlock()
    }

    func recursiveLockNamesTheLine() {
      let lock = NSRecursiveLock()
      lock.lock()
      let line = stick { (lock.lock(), noteEnd()) }.line
      expectLock(line)
      lock.unlock()
    }

    func mutexNamesTheLine() {
      let mutex = SharedMutex()
      let gate = DispatchSemaphore(value: 0)
      let isHeld = DispatchSemaphore(value: 0)
      Thread {
        mutex.value.withLock { _ in
          isHeld.signal()
          gate.wait()
        }
      }.start()
      isHeld.wait()
      let line = #line + 2
      let thread = Thread {
        mutex.value.withLock { _ in }
        noteEnd()
      }
      thread.start()
      expectLock(line)
      gate.signal()
    }

    func conditionNamesTheLine() {
      let condition = NSCondition()
      condition.lock()
      let thread = Thread {
        condition.lock()
        condition.wait()
        condition.unlock()
      }
      let line = #line - 3
      thread.start()
      condition.unlock()
      expect(line, .condition)
      condition.lock()
      condition.signal()
      condition.unlock()
    }

    func sleepNamesTheLine() {
      let line = stick { (Thread.sleep(forTimeInterval: 1.5), noteEnd()) }.line
      expect(line, .sleep)
    }

    func pipeNamesTheLine() {
      let pipe = Pipe()
      let line = stick { (pipe.fileHandleForReading.availableData, noteEnd()) }.line
      expect(line, .read)
      pipe.fileHandleForWriting.write(Data([1]))
    }

    func processNamesTheLine() throws {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/bin/sleep")
      process.arguments = ["30"]
      let started = DispatchSemaphore(value: 0)
      let box = Unchecked(process)
      let thread = Thread {
        try? box.value.run()
        started.signal()
        box.value.waitUntilExit()
        noteEnd()
      }
      let line = #line - 3
      thread.start()
      started.wait()
      expect(line, .process)
      process.terminate()
    }

    // Under the thread sanitizer a handler of signals runs late, so running threads are not asked.
    func runningThreadNamesTheFunction() {
      let shared = SharedAtomic()
      let thread = Thread { spin(shared) }
      thread.start()
      let found = Sighting.all { $0.contains { $0.activity == .running && $0.function == "spin(_:)" } }
      #expect(found.contains { $0.activity == .running && $0.function == "spin(_:)" && $0.place?.file == #filePath })
      shared.value.store(true, ordering: .relaxed)
    }

    // MARK: Tasks

    func continuationNamesTheLine() async {
      let box = Mutex<CheckedContinuation<Void, Never>?>(nil)
      let line = #line + 2
      async let stuck: Void = {
        await withCheckedContinuation { continuation in box.withLock { $0 = continuation } }
      }()
      expect(line, .continuation)
      box.withLock { $0 }?.resume()
      await stuck
    }

    func streamNamesTheLine() async {
      let (stream, continuation) = AsyncStream<Int>.makeStream()
      let task = Task {
        for await _ in stream {}
      }
      expect(#line - 2, .stream)
      continuation.finish()
      await task.value
    }

    func taskOfAnotherTaskNamesTheLine() async {
      let (stream, continuation) = AsyncStream<Int>.makeStream()
      let first = Task { for await _ in stream {} }
      let second = Task { await first.value }
      let line = #line - 1
      // Until the task has a thread of the pool, it waits for one at this line.
      let found = Sighting.standing(line, file: #filePath) { if case .task = $0.activity { true } else { false } }
      guard case .task? = found?.activity else {
        Issue.record("\(String(describing: found))")
        return continuation.finish()
      }
      continuation.finish()
      await second.value
    }

    func groupNamesTheLine() async {
      let (stream, continuation) = AsyncStream<Int>.makeStream()
      let task = Task {
        await withTaskGroup(of: Void.self) { group in
          group.addTask { for await _ in stream {} }
          await group.waitForAll()
        }
      }
      let line = #line - 3
      expect(line, .taskGroup)
      continuation.finish()
      await task.value
    }

    func asyncLetNamesTheLine() async {
      let (stream, continuation) = AsyncStream<Int>.makeStream()
      let task = Task {
        async let first: Void = { for await _ in stream {} }()
        await first
      }
      let line = #line - 2
      let found = Sighting.standing(line, file: #filePath)
      #expect(found != nil)
      continuation.finish()
      await task.value
    }

    func sleepOfATaskNamesTheLine() async {
      let task = Task {
        try? await Task.sleep(for: .seconds(60))
      }
      expect(#line - 2, .sleep)
      task.cancel()
      await task.value
    }

    func actorNamesTheLineAndItsMethod() async {
      let (busy, gate, isHeld) = (BusyActor(), DispatchSemaphore(value: 0), SharedAtomic())
      let holder = Task { await busy.hold(gate, isHeld) }
      while !isHeld.value.load(ordering: .acquiring) { try? await Task.sleep(for: .milliseconds(1)) }
      let waiter = Task {
        await busy.turn()
      }
      let line = #line - 2
      // The waiter needs a thread of the pool to get as far as the actor.
      let found = Sighting.standing(line, file: #filePath) { if case .actor = $0.activity { true } else { false } }
      guard case .actor(let actor)? = found?.activity else {
        Issue.record("\(String(describing: found))")
        return gate.signalTwice()
      }
      #expect(actor.name == "BusyActor")
      gate.signal()
      _ = await (holder.value, waiter.value)
    }

    func mainActorNamesTheLine() async {
      let gate = DispatchSemaphore(value: 0)
      DispatchQueue.main.async { gate.wait() }
      let task = Task {
        await onMainActor()
      }
      expect(#line - 2, .mainActor)
      gate.signal()
      await task.value
    }

    func taskThatHasNotBegunNamesItsLine() async {
      let gate = DispatchSemaphore(value: 0)
      DispatchQueue.main.async { gate.wait() }
      let line = #line + 1
      let task = Task { @MainActor in
        onMainActor()
      }
      expect(line, .mainActor)
      gate.signal()
      await task.value
    }

    // MARK: Helpers

    /// Runs a body, which must be in the line of this call, on a thread of its own.
    @discardableResult
    private func stick<Value>(
      line: Int = #line, _ body: @escaping @Sendable () -> (Value, Void)
    ) -> (line: Int, thread: Thread) {
      let thread = Thread { _ = body() }
      thread.start()
      return (line, thread)
    }

    private func expect(
      _ line: Int, _ activity: Standing.Activity, callee: String? = nil, at location: SourceLocation = #_sourceLocation
    ) {
      let found = Sighting.standing(line, file: #filePath) { $0.activity == activity }
      if found == nil {
        let all = Sighting.all { _ in true }
        Issue.record("\(StandingText(all, limit: 40).lines.joined(separator: "\n"))", sourceLocation: location)
      }
      if let callee { #expect(found?.callee == callee, sourceLocation: location) }
    }

    private func expectLock(_ line: Int, at location: SourceLocation = #_sourceLocation) {
      let found = Sighting.standing(line, file: #filePath) { if case .lock = $0.activity { true } else { false } }
      if found == nil {
        let all = Sighting.all { _ in true }
        Issue.record("\(StandingText(all, limit: 40).lines.joined(separator: "\n"))", sourceLocation: location)
      }
    }
  }

  private let ends = SharedMutex()

  /// Does something after a call, because an optimized build jumps to a function that is called last, and leaves no
  /// frame.
  @inline(never)
  private func noteEnd() { ends.value.withLock { $0 += 1 } }

  private func spin(_ isDone: SharedAtomic) {
    var value = 1.0
    while !isDone.value.load(ordering: .relaxed) { value *= 1.000001 }
  }

  private final class SharedAtomic: Sendable {
    let value = Atomic(false)
  }

  private final class SharedMutex: Sendable {
    let value = Mutex(0)
  }

  /// The test alone uses the value.
  private struct Unchecked<Value>: @unchecked Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
  }

  private actor BusyActor {
    func hold(_ gate: DispatchSemaphore, _ isHeld: SharedAtomic) {
      isHeld.value.store(true, ordering: .releasing)
      gate.wait()
    }
    func turn() {}
  }

  @MainActor private func onMainActor() {}

  extension DispatchSemaphore {
    fileprivate func signalTwice() {
      signal()
      signal()
    }
  }
#endif
