/// The host of waits that concern no test. It records nothing.
final class SilentHost: TestHost {
  static let shared = SilentHost()

  var hasStopped: Bool { false }
  var explainsTimeouts: Bool { false }

  func record(_ problem: Problem) {}

  func stop(recording problem: Problem?, orElse error: any Error) -> any Error { error }
}
