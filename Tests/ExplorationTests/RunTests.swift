#if os(Linux)
  import Dispatch
  import Expectations
  import Foundation
  import TestSupport
  import Testing

  @testable import Exploration

  /// Runs of one scheduler, and what is left over from them.
  @Suite(.ownThreads, .fullControl) struct RunTests {
    /// Sets a flag when it goes.
    private final class Token: Sendable {
      let isGone: Locked<Bool>
      init(_ isGone: Locked<Bool>) { self.isGone = isGone }
      deinit { isGone.withLock { $0 = true } }
    }

    /// Blocks the thread, so that its step goes on meanwhile.
    private static func block(until isSet: Locked<Bool>) {
      while !isSet.withLock(\.self) { Thread.sleep(forTimeInterval: 0.000_1) }
    }

    /// Runs a body that waits for a continuation, and then throws. The token goes when its task has ended.
    private static func leaveABody(_ token: Token) -> CheckedContinuation<Void, Never>? {
      let kept = Locked<CheckedContinuation<Void, Never>?>(nil)
      ProgramTests.withScheduler { scheduler in
        let result = scheduler.run(.arrivalOrder) {
          await withCheckedContinuation { continuation in kept.withLock { $0 = continuation } }
          throw Wrong(description: "\(token)")
        }
        #expect(result.verdict == .stuck)
      }
      return kept.withLock(\.self)
    }

    @Test func run_aBodyThatIsLeftOver_changesNoOtherRun() throws {
      let isGone = Locked(false)
      let continuation = try #require(Self.leaveABody(Token(isGone)))
      ProgramTests.withScheduler { scheduler in
        let result = scheduler.run(.arrivalOrder, logs: true) {
          DispatchQueue.global().async { continuation.resume() }
          Self.block(until: isGone)
          await Task.yield()
        }
        #expect(result.verdict == .passed)
        #expect(!result.outsideEvents.contains { $0.kind == .resumption })
        #expect(result.log?.entries.map(\.endsBody) == [false, true])
      }
    }
  }
#endif
