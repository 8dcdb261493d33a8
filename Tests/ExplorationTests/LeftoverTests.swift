import TestSupport
import Testing

@testable import Exploration

/// Tasks that are resumed too often, or never.
@Suite(.ownThreads, .fullControl) struct LeftoverTests {
  /// A gate that resumes its waiter twice when it is opened and cancelled before the waiter goes on.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  private final class Gate: Sendable {
    private let waiter = Locked<UnsafeContinuation<Void, Never>?>(nil)

    func wait() async { await withUnsafeContinuation { next in waiter.withLock { $0 = next } } }
    // The mistake: the continuation stays.
    func open() { waiter.withLock(\.self)?.resume() }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func explore_aTaskThatIsResumedTwice_fails() {
    let host = RecordingHost.recording {
      let report = explore {
        let gate = Gate()
        let waiter = Task { await gate.wait() }
        await Task.yield()
        gate.open()
        gate.open()
        await waiter.value
      }
      #expect(report.outcome == .failed)
      #expect(report.repeated == 3)
    }
    let text = host.texts.first ?? ""
    #expect(text.contains(": A was resumed twice: a continuation must be resumed once\n"))
    #expect(text.contains(", wakes A, resumes A a second time"))
  }

  /// A hub whose `leave` forgets a waiter that has not arrived yet.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  private actor Hub {
    private var waiters: [CheckedContinuation<Void, Never>] = []
    func wait() async { await withCheckedContinuation { waiters.append($0) } }
    func close() {
      for waiter in waiters { waiter.resume() }
      waiters = []
    }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func explore_aTaskThatOneOrderLeavesSuspended_fails() {
    let host = RecordingHost.recording {
      let report = explore {
        let hub = Hub()
        let waiting = Task { await hub.wait() }
        await Task { await hub.close() }.value
        _ = waiting
      }
      #expect(report.outcome == .failed)
      #expect(report.repeated == 3)
      let again = explore(replay: report.schedule) {
        let hub = Hub()
        let waiting = Task { await hub.wait() }
        await Task { await hub.close() }.value
        _ = waiting
      }
      #expect(again.outcome == .failed)
    }
    #expect(
      host.texts.first?.contains(
        ": 1 task stays suspended for ever when the body has ended; in the order of arrival, all tasks end") == true)
    #if os(Linux) && arch(x86_64) && DEBUG
      #expect(host.texts.first?.contains("\n  A  waits in ") == true)
    #endif
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func explore_aTaskThatEachOrderLeavesSuspended_isAFactOfTheReport() {
    let report = explore {
      Task { await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in } }
      await Task.yield()
    }
    #expect(report.outcome == .passed)
    #expect(report.description.contains("1 task stays suspended for ever when the body has ended"))
    #if os(Linux) && arch(x86_64) && DEBUG
      #expect(report.tasks.filter { !$0.waitsIn.isEmpty }.map(\.name) == ["A"])
    #endif
  }
}
