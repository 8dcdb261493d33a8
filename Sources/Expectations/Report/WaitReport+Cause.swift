extension WaitReport {
  /// A probe of a queue during a wait: can the queue still run code?
  ///
  /// Probes distinguish "the callback never came" from "nothing could run the callback". A wait of 20 ms or more sends
  /// them after a tenth of its time, or after half a second if that is sooner, and then from time to time. A report
  /// holds the worst result for each target.
  struct Probe: Sendable, Equatable, Encodable {
    /// The kinds of queue that can be probed.
    enum Target: String, Sendable, CaseIterable, Encodable {
      /// The main queue, which also runs the main actor.
      case mainQueue
      /// A global queue of Dispatch.
      case globalQueue
      /// The threads that run Swift tasks.
      case concurrencyPool
    }

    /// The queue that was probed.
    var target: Target
    /// When the probe was sent, measured from the beginning of the wait.
    var time: Duration
    /// How long the answer took; nil when none came before the end of the wait.
    var answer: Duration?
    /// How long there was no answer: until it came, or until the end of the wait.
    var silence: Duration
  }
}
