#if os(Linux)
  import Dispatch
  import Expectations
  import Foundation
  import TestSupport
  import Testing

  import class Expectations.Expectation
  import func Expectations.eventually

  @testable import Exploration

  #if canImport(FoundationNetworking)
    import FoundationNetworking
  #endif

  /// Code under test that leaves the control of an exploration, in one way each.
  enum WorkOutside: CaseIterable {
    case queue, mainQueue, globalQueue, later, source, group, afterGroup, afterItem, thread, operation, session
    case forbidden, expected, polled, flag

    /// What the text names.
    var source: String {
      switch self {
      case .source: #"queue "shelf.timer""#
      case .mainQueue: #"queue "com.apple.main-thread""#
      case .globalQueue: #"queue "com.apple.root.default-qos""#
      case .thread: "a thread"
      case .operation: "queue "
      case .session: "URLSession"
      default: #"queue "shelf.api""#
      }
    }

    func run() async throws {
      let queue = DispatchQueue(label: "shelf.api")
      switch self {
      case .queue: await withCheckedContinuation { next in queue.async { next.resume() } }
      case .mainQueue: await withCheckedContinuation { next in DispatchQueue.main.async { next.resume() } }
      case .globalQueue: await withCheckedContinuation { next in DispatchQueue.global().async { next.resume() } }
      case .later:
        await withCheckedContinuation { next in queue.asyncAfter(deadline: .now() + 0.001) { next.resume() } }
      case .source:
        await withCheckedContinuation { (next: CheckedContinuation<Void, Never>) in
          let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "shelf.timer"))
          timer.setEventHandler {
            timer.cancel()
            next.resume()
          }
          timer.schedule(deadline: .now() + 0.001)
          timer.activate()
        }
      case .group:
        await withCheckedContinuation { next in queue.async(group: DispatchGroup()) { next.resume() } }
      case .afterGroup:
        // The group is empty, so the continuation may be resumed before the task is suspended.
        await withCheckedContinuation { next in DispatchGroup().notify(queue: queue) { next.resume() } }
      case .afterItem:
        await withCheckedContinuation { next in
          let item = DispatchWorkItem {}
          item.notify(queue: queue) { next.resume() }
          item.perform()
        }
      case .thread: await withCheckedContinuation { next in Thread { next.resume() }.start() }
      case .operation: await withCheckedContinuation { next in OperationQueue().addOperation { next.resume() } }
      case .session:
        // Nothing listens there, so the session answers with an error.
        _ = try? await URLSession.shared.data(from: URL(string: "http://127.0.0.1:1/")!)
      case .forbidden:
        let failed = Expectation("failed", count: 0)
        queue.asyncAfter(deadline: .now() + 60) { failed.fulfill() }
        await failed.wait(timeout: .seconds(1))
      case .expected:
        let saved = Expectation("saved")
        queue.asyncAfter(deadline: .now() + 0.01) { saved.fulfill() }
        await saved.wait()
      case .polled:
        let saved = Locked(false)
        queue.asyncAfter(deadline: .now() + 0.01) { saved.withLock { $0 = true } }
        try await eventually("saved") { saved.withLock(\.self) }
      case .flag:
        let failed = Locked(false)
        queue.asyncAfter(deadline: .now() + 60) { failed.withLock { $0 = true } }
        try await Task.sleep(for: .seconds(1))
        let hasFailed = failed.withLock { $0 }
        #expect(!hasFailed)
      }
    }
  }

  @Suite(.ownThreads, .fullControl) struct OutsideTests {
    /// Suspends until a queue resumes. The time must be longer than the way to the suspension: nothing is seen
    /// otherwise.
    private static func save(after time: DispatchTimeInterval = .milliseconds(3)) async {
      await withCheckedContinuation { continuation in
        DispatchQueue(label: "Samples.save").asyncAfter(deadline: .now() + time) { continuation.resume() }
      }
    }

    @Test(.realTime, arguments: WorkOutside.allCases)
    func explore_workThatLeavesTheControl_isNoticedEachTime(work: WorkOutside) {
      let times = ProofSize.of(small: 1, full: 270, sanitized: 1)
      for time in 0..<(work == .session ? min(times, 3) : times) {
        let schedules = work == .later && time == 0 ? 1_000 : ProofSize.of(small: 20, full: 20, sanitized: 5)
        let (report, host) = recording { explore(schedules: schedules) { try await work.run() } }
        #expect(work == .later ? report.outcome == .outside : report.outcome != .passed)
        #expect(report.schedules <= 101)
        #expect(!report.isExhaustive)
        #expect(report.fromOutside > 0)
        let text = host.texts.first ?? ""
        #expect(text.contains("Not under control: in "))
        #expect(text.contains("handed to \(work.source)") && !text.contains("thread \"oot.default-qos"), "\(text)")
      }
    }

    #if arch(x86_64) && DEBUG
      @Test func explore_workOnAQueue_showsWhoHandsItOver() {
        let (_, host) = recording { explore(schedules: 3) { try await WorkOutside.forbidden.run() } }
        #expect(
          host.texts == [
            """
            Not under control: in 1 of 1 schedule work was handed to queue "shelf.api". Only the rest is explored. If it belongs to the test, say so: explore(.outside(.isAwaited(for: .milliseconds(50))))
              body hands work to queue "shelf.api" in WorkOutside.run() OutsideTests.swift:71
            """
          ])
      }

      @Test(.realTime) func explore_aTaskThatAThreadResumes_showsWhereItWaits() throws {
        let (asked, keeper) = (DispatchSemaphore(value: 0), Locked<CheckedContinuation<Void, Never>?>(nil))
        // The thread is there before the exploration, so that nothing is handed over.
        let isOver = Locked(false)
        Thread {
          while !isOver.withLock(\.self) {
            asked.wait()
            Thread.sleep(forTimeInterval: 0.001)
            keeper.withLock { $0.take() }?.resume()
          }
        }.start()
        let (_, host) = recording {
          explore(schedules: 1) {
            await withCheckedContinuation { next in
              keeper.withLock { $0 = next }
              asked.signal()
            }
          }
        }
        isOver.withLock { $0 = true }
        asked.signal()
        let lines = host.textLines
        try #require(lines.count == 2)
        #expect(lines[0].hasPrefix("Not under control: in 1 of 1 schedule a task was resumed from outside ("))
        let closure = "a closure in OutsideTests.explore_aTaskThatAThreadResumes_showsWhereItWaits()"
        #expect(lines[1].hasPrefix("  body waits in \(closure) OutsideTests.swift:"))
        #expect(lines[1].contains(" resumes it"))
      }
    #endif

    @Test func explore_aFailureThatIsNotRepeatedBesideAwaitedWork_isNone() {
      let runs = Locked(0)
      let report = explore(schedules: 5, .outside(.isAwaited(for: .seconds(5)))) {
        await Self.save()
        if runs.next() == 0 { throw Wrong(description: "no luck") }
      }
      #expect(report.outcome == .passed)
      #expect(report.description.contains("1 schedule failed beside work from outside, and not when repeated"))
    }

    @Test func explore_aResumptionThatIsAwaited_passes() {
      let report = explore(schedules: 20, .outside(.isAwaited(for: .seconds(5)))) {
        let task = Task {
          try await Task.sleep(for: .seconds(1_000))
          return false
        }
        await Self.save()
        task.cancel()
      }
      #expect(report.outcome == .passed)
      #expect(report.fromOutside > 0)
    }

    @Test func explore_exhaustiveBesideAwaitedWork_saysWhyItIsNot() {
      let (_, host) = recording { explore(.exhaustive, .outside(.isAwaited(for: .seconds(5)))) { await Self.save() } }
      #expect(host.texts.first?.hasSuffix("passed, but work from outside had a part, in an order of its own") == true)
    }

    /// Work that is awaited already needs no advice to await it.
    @Test(.realTime, arguments: [ExplorationOption.Outside.fails, .isAwaited(for: .seconds(5))])
    func explore_aFailureBesideWorkFromOutside_isShown(outside: ExplorationOption.Outside) {
      let (report, host) = recording {
        explore(.outside(outside)) {
          await Self.save(after: .milliseconds(50))
          throw Wrong(description: "no luck")
        }
      }
      #expect(report.outcome == .failed)
      let text = host.texts.first ?? ""
      #expect(text.contains("no luck"))
      #expect(text.contains("Not under control: in 1 of 1 schedule"))
      #expect(text.contains("say so") == (outside == .fails))
    }

    @Test func failure_thatRepeatsInAnotherWay_counts() {
      let runs = Locked(0)
      let (report, host) = recording {
        explore(.outside(.isAwaited(for: .milliseconds(1)))) {
          // Two lines: a failure is another one if its place is.
          if runs.next() == 0 {
            Issue.record("at first")
          } else {
            Issue.record("later")
          }
        }
      }
      #expect(report.outcome != .passed)
      #expect(host.texts.count == 1)
    }

    private final class Token: Sendable {
      let isGone: Locked<Bool>
      init(_ isGone: Locked<Bool>) { self.isGone = isGone }
      deinit { isGone.withLock { $0 = true } }
    }

    @Test func run_aBodyThatIsLeftOver_changesNoOtherRun() throws {
      let (isGone, kept) = (Locked(false), Locked<CheckedContinuation<Void, Never>?>(nil))
      ProgramTests.withScheduler { scheduler in
        // The token goes when the task of this body has ended.
        let result = scheduler.run(.arrivalOrder) { [token = Token(isGone)] in
          await withCheckedContinuation { continuation in kept.withLock { $0 = continuation } }
          throw Wrong(description: "\(token)")
        }
        #expect(result.verdict == .stuck)
      }
      let continuation = try #require(kept.withLock { $0 })
      ProgramTests.withScheduler { scheduler in
        let result = scheduler.run(.arrivalOrder, logs: true) {
          DispatchQueue.global().async { continuation.resume() }
          // Its step goes on meanwhile.
          isGone.block()
          await Task.yield()
        }
        #expect(result.verdict == .passed)
        #expect(!result.outsideEvents.contains { $0.kind == .resumption })
        #expect(result.log?.entries.map(\.endsBody) == [false, true])
      }
    }
  }
#endif
