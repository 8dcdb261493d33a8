/// Something outside that a run met: work that it handed over, or a task that another thread resumed.
struct OutsideEvent: Equatable, Sendable {
  enum Kind: Equatable, Sendable {
    /// A step handed work to a queue or a thread.
    case submission
    /// Another thread made a task ready that was suspended.
    case resumption
  }

  var kind: Kind
  /// The strand that handed the work over, or was resumed; nil when it is not known.
  var strand: Int?
  /// What does the work, or resumed the task: `queue "Samples.save"`, `URLSession`.
  var source: String
  /// The addresses in the functions that handed the work over, or that resumed the task, the innermost first.
  var addresses: [UInt] = []
  /// The addresses at which a resumed task goes on, the innermost first.
  var waits: [UInt] = []
}

extension [OutsideEvent] {
  /// Adds the events of a kind and a source that are not here.
  mutating func note(_ events: [OutsideEvent]) {
    for event in events where !contains(where: { $0.kind == event.kind && $0.source == event.source }) {
      append(event)
    }
  }
}
