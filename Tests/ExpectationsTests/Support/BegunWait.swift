@testable import Expectations

extension Expectation {
  /// A wait for this expectation that has begun and has not ended; its thread or task sleeps, or is about to.
  var begunWait: WaitState? {
    Engine.withLock { state in
      let memberships = self.state(in: &state).memberships
      return memberships.isEmpty ? nil : state.machine.wait(memberships[0].wait)
    }
  }
}
