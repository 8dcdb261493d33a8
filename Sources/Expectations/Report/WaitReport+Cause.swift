extension WaitReport {
  /// A question that was sent while a wait lasted: can this still run anything?
  ///
  /// Probes tell "the callback never came" from "nothing could run to bring it". They are sent when a tenth of the
  /// time is used, after half a second at the latest, again from time to time, and only for waits of 20 ms and more.
  /// This is the worst.
  public struct Probe: Sendable, Equatable, Codable {
    /// What was asked.
    public enum Target: String, Sendable, CaseIterable, Codable {
      /// The main queue, which runs the main actor, too.
      case mainQueue
      /// A global queue of Dispatch.
      case globalQueue
      /// The threads that run Swift tasks.
      case concurrencyPool
    }

    /// What was asked.
    public internal(set) var target: Target
    /// When, from the beginning of the wait.
    public internal(set) var time: Duration
    /// How soon the answer came; nil when there was none before the end of the wait.
    public internal(set) var answer: Duration?
    /// How long there was no answer: until it came, or until the end of the wait.
    public internal(set) var silence: Duration
  }

  /// Threads that are called the same and do the same.
  public struct ThreadGroup: Sendable, Equatable, Codable {
    /// What they are called: `main`, `dispatch worker`, or the name that they have been given.
    public internal(set) var name: String
    /// What they do, as the system says it: `running`, `asleep in nanosleep`, `asleep in futex`.
    public internal(set) var activity: String
    /// How many there are.
    public internal(set) var count: Int
  }
}
