#if canImport(XCTest)
  import Dispatch
  import XCTest

  @testable import Exploration

  class FullControlTestCase: XCTestCase {
    override func setUpWithError() throws {
      try XCTSkipUnless(FullControl.isThere, "this runtime does not let an exploration control everything")
    }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  final class ExploreInXCTestTests: FullControlTestCase {
    @MainActor func testExplore_onTheMainActor_passes() async {
      let report = await explore(body: Program.orderOnMain.correct)
      XCTAssertEqual(report.outcome, .passed)
      XCTAssertEqual(report.fromOutside, 0)
    }

    func testVirtualTime_takesNoTime() async throws {
      let start = ContinuousClock.now
      let number = try await virtualTime {
        async let sleeping: Void = Task.sleep(for: .seconds(600))
        try await sleeping
        XCTAssert(ExplorationHosts.current is XCTestHost)
        return 7
      }
      XCTAssertEqual(number, 7)
      XCTAssertLessThan(start.duration(to: .now), .seconds(60))
    }

    func testExplore_aThrownError_isRecordedOnce() {
      let (report, host) = recording { explore(body: Program.lostUpdate.buggy) }
      XCTAssertEqual(report.outcome, .failed)
      XCTAssertEqual(host.texts.count, 1)
    }

    func testExplore_aResumptionOnTheMainQueue_isServed() {
      let report = explore(schedules: 5, .outside(.isAwaited(for: .seconds(10)))) {
        await withCheckedContinuation { continuation in
          DispatchQueue.main.async {
            XCTAssertNil(Scheduler.ofThread)
            continuation.resume()
          }
        }
      }
      XCTAssertEqual(report.outcome, .passed)
      XCTAssertEqual(report.fromOutside, report.schedules)
    }

    /// The main thread explores itself, and its clocks are real again afterwards.
    func testExplore_afterwards_clocksOfTheMainThreadAreReal() {
      let start = ContinuousClock.now
      let report = explore { try await Task.sleep(for: .seconds(3_600)) }
      XCTAssert(report.isExhaustive)
      XCTAssertEqual(report.virtualTime, .seconds(3_600))
      XCTAssertLessThan(start.duration(to: .now), .seconds(600))
    }

    func testExplore_mainActorJobsOfOthers_runOnTheRealOne() {
      // The main thread explores, so these jobs can only wait.
      let other = Task { @MainActor in XCTAssertNil(Scheduler.ofThread) }
      explore { await MainActor.run { MainActor.assertIsolated() } }
      let done = expectation(description: "ran")
      Task {
        await other.value
        done.fulfill()
      }
      wait(for: [done], timeout: 10)
    }
  }

  // The tests of Swift Testing hold the threads of the pool, in which these tasks run.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  final class ControlsInThePoolTests: FullControlTestCase {
    func testExplore_withoutTheGlobalHook_saysWhatItDoesNotControl() {
      let (report, texts) = ControlsTests.exploring(with: ControlsTests.hideGlobalHook) {
        await Task { try? await Task.sleep(for: .milliseconds(2)) }.value
      }
      XCTAssertEqual(report.outcome, .outside, "\(texts)")
      let title = texts.first?.split(separator: "\n").first
      XCTAssertEqual(title?.hasSuffix("does not let an exploration control tasks of Task {}"), true, "\(texts)")
    }

    private actor Sleeper {
      func sleep() async { try? await Task.sleep(for: .milliseconds(2)) }
    }

    func testExplore_withoutTheDefaultExecutor_noticesSleepsOfTasks() {
      let (report, texts) = ControlsTests.exploring(with: { $0.seesDefaultExecutor = false }, Self.sleep)
      XCTAssertEqual(report.outcome, .outside, "\(texts)")
      XCTAssertEqual(texts.first?.contains("yields and sleeps of tasks of Task {}"), true)
    }

    @Sendable private static func sleep() async { await Task { await Sleeper().sleep() }.value }
  }
#endif
