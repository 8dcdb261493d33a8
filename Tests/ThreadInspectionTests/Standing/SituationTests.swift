#if os(Linux) && arch(x86_64) && canImport(Glibc)
  import Foundation
  import Synchronization
  import TestSupport
  import Testing

  @testable import ThreadInspection

  @Suite struct SituationTests {
    /// In a process of its own, because it blocks the concurrency pool.
    @Test(.realTime, .ownThreads, .exactLines) func everySituation_isNamed() async {
      await #expect(processExitsWith: .success) {
        try await OwnThreads.run {
          let programs = Situations()
          if !SanitizerRuntime.isPresent { await programs.busyActorIsNamedWithItsMethod() }
          programs.waitInsideSyncIsNamed()
          programs.blockedPoolIsNamed()
          programs.suspendedOperationsAreNotSeen()
        }
      }
    }
  }

  /// Typical reasons for a wait to time out, and the text of each. `StackTests` has that of a lock.
  private struct Situations {
    func busyActorIsNamedWithItsMethod() async {
      let (index, isDone) = (Index(), SharedFlag())
      let first = Task { await index.rebuild(isDone) }
      while !index.hasBegun.value.load(ordering: .relaxed) { await Task.yield() }
      let line = #line + 1
      let look = Task(executorPreference: ThreadExecutor()) { await index.lookUp("a") }
      var text: [String] = []
      let end = ContinuousClock.now + .seconds(10)
      while !text.contains(where: { $0.range(of: "is busy") != nil }), ContinuousClock.now < end {
        // The actor may compute on the only thread of the pool, which the end of a `Task.sleep` needs.
        usleep(10_000)
        text = Self.text()
      }
      isDone.value.store(true, ordering: .relaxed)
      _ = await (first.value, look.value)
      let turn = "a task waits for its turn on actor Index at \(Self.file):\(line): let look = Task"
      #expect(
        text.contains { $0.hasPrefix(turn) && $0.range(of: "; Index is busy in rebuild(_:) at") != nil }, "\(text)")
      #expect(
        text.contains { $0.hasPrefix("concurrency pool: running Index.rebuild(_:), at \(Self.file):") }, "\(text)")
    }

    func waitInsideSyncIsNamed() {
      let queue = DispatchQueue(label: "queue")
      let thread = WaitingThread { wait in
        queue.sync { wait() }
      }
      let line = "this wait is inside DispatchQueue.sync(execute:), called at \(Self.file):\(#line - 2): queue.sync"
      let text = Self.text(waitingThread: thread.number) { $0.hasPrefix(line) }
      thread.release()
      #expect(text.contains { $0.hasPrefix(line) }, "\(text)")
    }

    func blockedPoolIsNamed() {
      let (gate, result) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      let text = Box<[String]>([])
      for _ in 0..<64 { Task { blockingWait(gate) } }
      let line = "concurrency pool: DispatchSemaphore.wait(), called at \(Self.file):\(blockingWaitLine): "
      Thread {
        text.value = Self.text { $0.range(of: line) != nil }
        result.signal()
      }.start()
      result.wait()
      for _ in 0..<64 { gate.signal() }
      #expect(text.value.contains { $0.range(of: line) != nil }, "\(text.value)")
    }

    func suspendedOperationsAreNotSeen() {
      let queue = OperationQueue()
      queue.isSuspended = true
      queue.addOperation {}
      let text = Self.text()
      #expect(!text.contains { $0.range(of: "\(Self.file):\(#line - 2)") != nil })
    }

    private static let file = "SituationTests.swift"

    /// The lines, as soon as one of them is the wanted one.
    private static func text(waitingThread: Int32? = nil, until isWanted: ((String) -> Bool)? = nil) -> [String] {
      var lines: [String] = []
      _ = Sighting.all(waitingThread: waitingThread) { standings in
        lines = StandingText(standings, files: [#filePath], limit: 40).lines
        return isWanted.map { lines.contains(where: $0) } ?? true
      }
      return lines
    }
  }

  final class WaitingThread: Sendable {
    let number: Int32
    private let permit = DispatchSemaphore(value: 0)

    /// Returns when the body has called its argument, which blocks until `release()`.
    init(_ body: @escaping @Sendable (_ wait: () -> Void) -> Void) {
      let (own, begun) = (Box<Int32>(0), DispatchSemaphore(value: 0))
      let permit = permit
      Thread {
        own.value = ProcessInspector.ownThread ?? 0
        body {
          begun.signal()
          permit.wait()
        }
      }.start()
      begun.wait()
      number = own.value
    }

    func release() { permit.signal() }
  }

  final class Box<Value>: @unchecked Sendable {
    // Sendable: a semaphore orders the accesses.
    var value: Value
    init(_ value: Value) { self.value = value }
  }

  private actor Index {
    let hasBegun = SharedFlag()
    private var count = 1.0
    func rebuild(_ isDone: SharedFlag) {
      hasBegun.value.store(true, ordering: .relaxed)
      while !isDone.value.load(ordering: .relaxed) {
        for step in 0..<1000 { count = count * 1.000001 + Double(step) }
      }
    }
    func lookUp(_ key: String) -> Double { count }
  }

  private let blockingWaitLine = #line + 1
  private func blockingWait(_ gate: DispatchSemaphore) { gate.wait() }
#endif
