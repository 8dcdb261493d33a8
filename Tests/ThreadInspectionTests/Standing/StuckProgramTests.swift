#if os(Linux) && arch(x86_64) && canImport(Glibc)
  import Foundation
  import Synchronization
  import TestSupport
  import Testing

  @testable import ThreadInspection

  /// Threads and tasks that are stuck. For each, a standing must name the line and say what is waited for.
  @Suite(.realTime, .ownThreads) struct StuckProgramTests {
    /// In a process of its own, because it reads all threads.
    @Test(.exactLines) func everyBlockingCall_namesItsLine() async {
      await #expect(processExitsWith: .success) {
        try await OwnThreads.run {
          let calls = BlockingCall.all.map { call in (call, Parking.start { parking in _ = call.sleep(parking, 30) }) }
          let found = Sighting.all { found in
            calls.allSatisfy { call, parking in found.contains { call.isRight($0, parking) } }
          }
          let text = StandingText(found, limit: 80).lines.joined(separator: "\n")
          for (call, parking) in calls {
            let standing = found.first { call.isRight($0, parking) }
            #expect(standing != nil, "\(call):\n\(text)")
            if let callee = call.callee { #expect(standing?.callee == callee) }
            call.release?()
          }
        }
      }
    }

    /// In a process of its own, because it keeps the main queue. Under the thread sanitizer, a handler of signals runs
    /// late, so running threads are not asked.
    @Test(.exactLines, .tasks) func runningThreadsAndSuspendedTasks_nameTheirLines() async {
      await #expect(processExitsWith: .success) {
        try await OwnThreads.run {
          let (flag, gate) = (SharedFlag(), DispatchSemaphore(value: 0))
          Thread { spin(flag) }.start()
          DispatchQueue.main.async { gate.wait() }
          let tasks = StuckTask.all
          let found = Sighting.all { found in
            found.contains(where: isSpinning) && tasks.allSatisfy { found.contains(where: $0.isSeen) }
          }
          let text = StandingText(found, limit: 80).lines.joined(separator: "\n")
          #expect(found.contains(where: isSpinning), "\(text)")
          for task in tasks { #expect(found.contains(where: task.isSeen), "line \(task.line):\n\(text)") }
          flag.value.store(true, ordering: .relaxed)
          gate.signal()
        }
      }
    }
  }

  /// A task that does not get beyond a line.
  private struct StuckTask {
    let line: Int
    private let activity: Standing.Activity?

    /// - Parameters:
    ///   - activity: What the task does; nil if any is right.
    ///   - line: Where it stands; that of the task itself.
    init(_ activity: Standing.Activity?, line: Int = #line, _ task: Task<Void, Never>) {
      self.activity = activity
      self.line = line
    }

    func isSeen(_ standing: Standing) -> Bool {
      guard case .task = standing.subject else { return false }
      return standing.isAt(line, #filePath) && (activity == nil || activity == standing.activity)
    }

    static var all: [StuckTask] {
      let first = Task { _ = try? await Task.sleep(for: .seconds(60)) }
      let group = Task {
        await withTaskGroup(of: Void.self) { group in
          group.addTask { await first.value }
          await group.waitForAll()
        }
      }
      let lineOfGroup = #line - 3
      let child = Task {
        async let value: Void = first.value
        await value
      }
      let lineOfChild = #line - 2
      return [
        StuckTask(.task(identity: UInt64(unsafeBitCast(first, to: UInt.self))), Task { await first.value }),
        StuckTask(.taskGroup, line: lineOfGroup, group),
        StuckTask(nil, line: lineOfChild, child),
        StuckTask(.continuation, Task { await withCheckedContinuation { next in kept.value.withLock { $0 = next } } }),
        StuckTask(.sleep, Task { try? await Task.sleep(for: .seconds(60)) }),
        StuckTask(.mainActor, Task { await onMainActor() }),
        // One that has not begun.
        StuckTask(.mainActor, Task { @MainActor in onMainActor() }),
      ]
    }
  }

  /// Nobody resumes it.
  private let kept = SharedMutex<CheckedContinuation<Void, Never>?>(nil)

  private func spin(_ isDone: SharedFlag) {
    var value = 1.0
    while !isDone.value.load(ordering: .relaxed) { value *= 1.000001 }
  }

  private func isSpinning(_ standing: Standing) -> Bool {
    standing.activity == .running && standing.function == "spin(_:)" && standing.place?.file == #filePath
  }

  @MainActor private func onMainActor() {}
#endif
