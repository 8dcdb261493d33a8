// # An event is ignored in one state
//
// A track can also end while it is paused, if the user skips it. The table of the player has no entry for that.
import Expectations
import Testing

// [code]
actor AudioPlayer {
  enum State { case idle, playing, paused, ended }
  enum Event { case play, pause, finish }

  private static let transitions: [State: [Event: State]] = [
    .idle: [.play: .playing],
    .playing: [.pause: .paused, .finish: .ended],
    .paused: [.play: .playing],  // ✘
  ]

  private var state = State.idle
  private let onEnd: @Sendable () -> Void

  init(onEnd: @escaping @Sendable () -> Void) { self.onEnd = onEnd }

  func handle(_ event: Event) {
    guard let next = Self.transitions[state]?[event] else { return }
    state = next
    if next == .ended { onEnd() }
  }
}

@Test func eventIgnoredWhilePaused() async {
  let ended = Expectation("track ended")
  let player = AudioPlayer(onEnd: ended.handler)
  Task {
    for event in [AudioPlayer.Event.play, .pause, .finish] { await player.handle(event) }
  }
  await ended.wait(timeout: .milliseconds(300))
}
