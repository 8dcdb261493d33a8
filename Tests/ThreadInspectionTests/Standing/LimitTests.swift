#if os(Linux) && arch(x86_64) && canImport(Glibc)
  import Foundation
  import TestSupport
  import Testing

  @testable import ThreadInspection

  /// What is known when the limit is reached after each number of steps.
  @Suite struct LimitTests {
    /// Counts the steps instead of time.
    private final class Steps {
      private(set) var count = 0
      private let limit: Int

      init(_ limit: Int = .max) { self.limit = limit }

      var workLimit: WorkLimit {
        WorkLimit {
          self.count += 1
          return Double(self.count) / Double(self.limit)
        }
      }
    }

    /// A snapshot with three threads of this test, of which the first one is that of the wait, and nothing else.
    private struct Sample {
      let snapshot: ProcessSnapshot
      let complete: [Standing]
      let steps: Int
      private let release: () -> Void

      init() throws {
        let (queue, lock, gate) = (DispatchQueue(label: "sample"), NSLock(), DispatchSemaphore(value: 0))
        let wait = WaitingThread { wait in queue.sync { lock.withLock { wait() } } }
        let locked = Parking.start { parking in standAtLock(parking, lock) }
        let gated = Parking.start { parking in standAtSemaphore(parking, gate) }
        release = {
          wait.release()
          gate.signal()
        }
        _ = locked.readAsleep()
        _ = gated.readAsleep()
        let whole = ProcessInspector.copy(limit: .seconds(10), waitingThread: wait.number)
        let threads = try #require(whole.threads).filter {
          [wait.number, locked.thread, gated.thread].contains($0.number)
        }
        snapshot = ProcessSnapshot(
          threads: threads, tasks: TaskCensus(), images: whole.images, waitingThread: wait.number)
        let steps = Steps()
        complete = snapshot.resolve(steps.workLimit)
        self.steps = steps.count
      }

      func end() { release() }
    }

    /// In a process of its own, because it reads all threads.
    @Test(.ownThreads, .exactLines) func everyNumberOfSteps_saysOnlyWhatIsTrue_andSaysWhatIsMissing() async {
      await #expect(processExitsWith: .success) {
        try await OwnThreads.run { try Self.resolveWithEveryNumberOfSteps() }
      }
    }

    private static func resolveWithEveryNumberOfSteps() throws {
      let sample = try Sample()
      defer { sample.end() }
      try #require(sample.complete.count == 3)
      var seen = (functions: 0, someLines: 0, complete: 0)
      // Each stage gets a part of the steps, so all of them take several times as many.
      for steps in 0...sample.steps * 8 where seen.complete == 0 {
        let standings = sample.snapshot.resolve(Steps(steps).workLimit)
        let known = standings.filter { $0.subject.identity != nil }
        for standing in known { expectTrue(standing, sample.complete, steps) }
        // The first step asks whether there is any time at all.
        #expect(known.isEmpty == (steps < 2), "\(steps)")
        let gaps = Set(standings.compactMap { if case .unknown(let gap) = $0.activity { gap } else { nil } })
        let text = StandingText(standings, limit: 40).lines
        #expect(!text.contains { $0.hasPrefix("no other") }, "\(steps)")
        if gaps.isEmpty {
          #expect(known.map(\.withoutText) == sample.complete.map(\.withoutText), "\(steps)")
          // The texts of the lines come last. How many steps are left for them depends on the size of the program.
          if known == sample.complete { seen.complete += 1 }
          continue
        }
        // Without a line, a standing has its function.
        #expect(known.allSatisfy { $0.place != nil || $0.function != nil }, "\(steps)")
        guard gaps == [.lines] else { continue }
        #expect(known.count == sample.complete.count, "\(steps)")
        if known.allSatisfy({ $0.place == nil }) {
          seen.functions += 1
        } else {
          #expect(known.contains { $0.isOfThisWait && $0.place != nil }, "\(steps)")
          seen.someLines += 1
        }
      }
      #expect(seen.complete == 1)
      #expect(seen.functions > 0)
      #expect(seen.someLines > 0)
    }

    /// Nothing that is known early turns out to be wrong later.
    private static func expectTrue(_ standing: Standing, _ complete: [Standing], _ steps: Int) {
      guard let whole = complete.first(where: { $0.subject.identity == standing.subject.identity }) else {
        Issue.record("\(steps): \(standing)")
        return
      }
      if let place = standing.place {
        #expect(place.file == whole.place?.file && place.line == whole.place?.line, "\(steps)")
        #expect(place.text == nil || place.text == whole.place?.text, "\(steps)")
      }
      #expect(standing.function == whole.function, "\(steps)")
      #expect(standing.isOfThisWait == whole.isOfThisWait, "\(steps)")
      if case .lock(let holder) = standing.activity, let holder { #expect(whole.activity == .lock(holder: holder)) }
    }

    @Test func limitOfTime_isReached() {
      #expect(WorkLimit(.zero).isReached)
      #expect(WorkLimit(.milliseconds(-1)).isReached)
      #expect(!WorkLimit(.seconds(600)).isReached)
      let limit = WorkLimit { 0.4 }
      #expect(limit.until(0.4).isReached)
      #expect(!limit.until(0.5).isReached)
      #expect(limit.until(0.3).until(0.9).isReached)
    }
  }

  extension Standing {
    fileprivate var withoutText: Standing {
      var standing = self
      standing.place?.text = nil
      return standing
    }
  }
#endif
