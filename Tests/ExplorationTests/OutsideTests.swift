import Dispatch
import Testing

@testable import Exploration

@Suite(.ownThreads, .fullControl) struct OutsideTests {
  /// Suspends until a queue resumes. The time must be longer than the way to the suspension: nothing is seen otherwise.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  private static func save(after time: DispatchTimeInterval = .milliseconds(3)) async {
    await withCheckedContinuation { continuation in
      DispatchQueue(label: "Samples.save").asyncAfter(deadline: .now() + time) { continuation.resume() }
    }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func explore_aResumptionFromAQueue_failsAndNamesTheQueue() {
    let host = RecordingHost.recording {
      let report = explore {
        let task = Task { await Self.save() }
        await Self.save()
        await task.value
      }
      #expect(report.outcome == .outside)
      #expect(report.schedules <= 101)
      #expect(report.fromOutside > 0)
    }
    #expect(host.texts.first?.hasPrefix("Not under control: in ") == true)
    #expect(host.texts.first?.contains("from outside (queue \"Samples.save\")") == true)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
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

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func explore_aFailureBesideWorkFromOutside_isShown() {
    let host = RecordingHost.recording {
      let report = explore {
        await Self.save(after: .milliseconds(50))
        throw Wrong(description: "no luck")
      }
      #expect(report.outcome == .failed)
    }
    #expect(host.texts.first?.contains("no luck") == true)
    #expect(host.texts.first?.contains("Not under control: in 1 of 1 schedule") == true)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func explore_onTheRealMainActor_leavesOthersAlone() async {
    // The main actor of the body is its own, so the real one stays free.
    let other = Task { @MainActor in MainActor.assertIsolated() }
    explore { await MainActor.run { MainActor.assertIsolated() } }
    await other.value
  }
}
