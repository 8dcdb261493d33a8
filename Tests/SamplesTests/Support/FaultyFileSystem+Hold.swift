import Expectations

extension FaultyFileSystem {
  /// Holds up the next call of one kind, so that a test can check the state in the meantime.
  ///
  ///     let writing = Expectation("save is under way")
  ///     let proceed = Expectation("save may go on")
  ///     files.hold(.synchronize, reached: writing, until: proceed)
  ///     document.save(completion: saved.resultHandler())
  ///     await writing.wait()
  ///     …
  ///     proceed.fulfill()
  ///
  /// - Parameters:
  ///   - reached: Fulfilled when the call comes.
  ///   - proceed: The expectation that the call then waits for, on its own thread.
  func hold(_ call: Call, reached: Expectation<Void>, until proceed: Expectation<Void>) {
    let isHeld = Guarded(false)
    onCall = { next in
      guard next == call, !isHeld.swap(true) else { return }
      reached.fulfill()
      // The test that fulfills it may have to wait long for a thread, because many other tests run.
      proceed.wait(timeout: .seconds(60))
    }
  }
}
