import Testing

@testable import Expectations

/// What a recorder of observed values says if there is nothing to observe.
@Suite struct UnobservedTests {
  private final class Plain: Sendable {
    let value = Locked(0)
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  @Test func closureThatReadsNothingObservable_isNamedInTheFailure() async {
    let host = SilentHost()
    await HostOverride.$current.withValue(host) {
      let plain = Plain()
      let values = Recorder(observing: { plain.value.withLock { $0 } })
      #expect(await values.skip())
      #expect(await values.skip(timeout: .zero) == false)
    }
    let lines = host.texts.withLock { $0 }.first?.split(separator: "\n") ?? []
    #expect(lines.first == "Timed out after 0 s: \"values of Int\" recorded 0 of 1 more event")
    #expect(
      lines.contains(
        "  the closure read no observable property, so no change is noticed: mark the type with `@Observable`"))
  }

  private final class SilentHost: TestHost {
    let texts = Locked<[String]>([])
    func record(_ problem: Problem) { texts.withLock { $0.append(problem.text) } }
    func stop(recording problem: Problem?) -> any Error { CancellationError() }
  }
}
