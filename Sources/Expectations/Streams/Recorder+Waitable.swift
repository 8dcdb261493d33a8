extension Recorder: Waitable {
  /// That there is something to consume: an event that nobody has consumed, or the end.
  ///
  /// So a recorder can stand in a wait, beside expectations and other recorders. The wait consumes nothing.
  ///
  /// ```swift
  /// let first = await wait(forAnyOf: progress, failed, timeout: .seconds(5))
  /// if first == 0 { try await progress.expectNext(0.5) }
  /// ```
  ///
  /// An event goes first to a call that waits to consume it, and only what is left ends such a wait. After the end of the
  /// recording there is always something: the end.
  public var waitTarget: WaitTarget { WaitTarget(core: storage.watch().core) }
}
