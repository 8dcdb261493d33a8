/// Something outside that a run met: work that it handed over, or a task that another thread resumed.
struct OutsideEvent: Equatable, Sendable {
  /// A step handed work to a queue or a thread; or another thread made a task ready that was suspended.
  enum Kind: Equatable, Sendable { case submission, resumption }

  var kind: Kind
  /// The strand that handed the work over, or was resumed; nil when it is not known.
  var strand: Int?
  /// What does the work, or resumed the task: `queue "Samples.save"`, `URLSession`.
  var source: String
  /// The addresses in the functions that handed the work over, or that resumed the task, and those at which the task
  /// goes on, the innermost first.
  var addresses: [UInt] = []
  var waits: [UInt] = []
}

extension [OutsideEvent] {
  func has(_ kind: OutsideEvent.Kind, _ source: String) -> Bool {
    contains { $0.kind == kind && $0.source == source }
  }

  /// Adds the events of a kind and a source that are not here.
  mutating func note(_ events: [OutsideEvent]) {
    for event in events where !has(event.kind, event.source) { append(event) }
  }
}
