import TestSupport
import Testing

@testable import Exploration

/// What happens on a runtime that has less than this one.
@Suite(.ownThreads) struct ControlsTests {
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  static func exploring(
    with change: (inout Controls) -> Void, _ body: @escaping @Sendable () async throws -> Void
  ) -> (report: ExplorationReport, texts: [String]) {
    var controls = Controls.shared
    change(&controls)
    let (report, host) = recording { Controls.$replacement.withValue(controls) { explore(schedules: 300, body: body) } }
    return (report, host.texts)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func controls_ofThisToolchain_areAll() {
    #if compiler(>=6.3) && compiler(<6.4) && os(Linux) && !EXPLORATION_FALLBACK
      #expect(Controls.shared.gaps == [])
      #expect(Controls.shared.arming != nil)
    #endif
    #if os(Linux)
      #expect(MovedClocks.follow)
      #expect(MovedClocks.areExact)
    #endif
    #expect(Controls.shared.jobs != nil)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func controls_hiddenSymbols_areNotFound() {
    let names: Set = [
      "swift_task_enqueueGlobal_hook", "swift_task_getMainExecutor_hook", "swift_createExecutors",
      "swift_defaultActor_enqueue",
    ]
    let controls = RuntimeSymbol.$hidden.withValue(names) { Controls.find() }
    #expect(controls.gaps == ["tasks of Task {}", "the main actor", "yields and sleeps of tasks of Task {}"])
    #expect(controls.arming == nil)
    #expect(controls.jobs != nil)
    let nothing = RuntimeSymbol.$hidden.withValue(["swift_task_getJobTaskId"]) { Controls.find() }
    #expect(nothing.jobs == nil)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func explore_withoutTaskNumbers_saysThatItDoesNot() {
    let (report, texts) = Self.exploring(with: { $0.jobs = nil }, {})
    #expect(report.schedules == 0)
    #expect(texts == ["Not explored: this runtime does not tell its tasks apart"])
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  static func hideGlobalHook(_ controls: inout Controls) { controls.seesGlobalJobs = false }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func explore_withoutTheGlobalHook_exploresTheBodyAndItsChildren() {
    let (report, _) = Self.exploring(with: Self.hideGlobalHook, Program.overdraft.correct)
    #expect(report.outcome == .passed)
    let (found, _) = Self.exploring(with: Self.hideGlobalHook, Program.overdraft.buggy)
    #expect(found.outcome == .failed)
  }
}
