// # The default implementation of a protocol is called
//
// The class that conforms to the protocol has no method of its own, so the empty one of the extension is its
// implementation. A method of a subclass does not change that.
import Dispatch
import Expectations
import Testing

// [code]
protocol RecordingObserver: Sendable {
  func recordingDidStop()
}

extension RecordingObserver {
  func recordingDidStop() {}
}

class NamedObserver: RecordingObserver, @unchecked Sendable {
  let name: String

  init(name: String) { self.name = name }
}

final class StopObserver: NamedObserver, @unchecked Sendable {
  private let onStop: @Sendable () -> Void

  init(onStop: @escaping @Sendable () -> Void) {
    self.onStop = onStop
    super.init(name: "stop")
  }

  func recordingDidStop() { onStop() }  // ✘
}

struct SoundRecorder: Sendable {
  private let queue = DispatchQueue(label: "recorder")
  let observers: [any RecordingObserver]

  func stop() { queue.async { for observer in observers { observer.recordingDidStop() } } }
}

@Test func defaultImplementationWins() async {
  let stopped = Expectation("recording stopped")
  let recorder = SoundRecorder(observers: [StopObserver { stopped.fulfill() }])
  recorder.stop()
  await stopped.wait(timeout: .milliseconds(300))
}
