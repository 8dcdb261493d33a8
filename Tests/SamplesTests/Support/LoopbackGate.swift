/// Holds responses back until the test opens it. Once open, it stays open.
final class LoopbackGate: Sendable {
  private struct State {
    var isOpen = false
    var waiting: [@Sendable () -> Void] = []
  }

  private let state = Guarded(State())

  func open() {
    let waiting = state.withLock { state in
      defer { state.waiting = [] }
      state.isOpen = true
      return state.waiting
    }
    for proceed in waiting { proceed() }
  }

  func whenOpen(_ proceed: @escaping @Sendable () -> Void) {
    let isOpen = state.withLock { state in
      if !state.isOpen { state.waiting.append(proceed) }
      return state.isOpen
    }
    if isOpen { proceed() }
  }
}
