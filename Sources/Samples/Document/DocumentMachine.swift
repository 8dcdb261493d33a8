/// When a document reads, writes, refuses and answers: a plain value that takes events and returns what is to be done.
///
/// Whatever waits for an answer is a `Waiter`, which goes in with an event and comes out exactly once, in the `answers`
/// of that event or of a later one. Content and files are elsewhere: an edit is a higher `revision`.
struct DocumentMachine<Waiter, Failure> {
  enum Job: Equatable {
    case read
    case write(revision: Int)
  }

  /// To be told that its request succeeded, or the failure.
  struct Answer {
    var waiter: Waiter
    var failure: Failure?
  }

  /// To be done once the lock is released: the answers first, then the job.
  struct Effects {
    var answers: [Answer] = []
    var job: Job?
  }

  enum Phase {
    case closed
    case opening(waiters: [Waiter], closers: [Waiter])
    case open
    /// `hasFlushed`: a write has begun since closing was asked for.
    case closing(waiters: [Waiter], hasFlushed: Bool)
  }

  private(set) var phase = Phase.closed
  private(set) var revision = 0
  private(set) var savedRevision = 0
  private(set) var lastFailure: Failure?
  /// The saves that the write under way will answer; nil when none is under way.
  private var writing: [Waiter]?
  /// The saves that came during that write. The next one answers them all, with whatever the content is by then.
  private var queued: [Waiter] = []

  var isDirty: Bool { revision != savedRevision }
  var isWriting: Bool { writing != nil }

  init() {}

  /// A document that is open from the start, with content that no file has.
  init(newContent: Void) {
    phase = .open
    revision = 1
  }

  // MARK: Opening

  mutating func open(_ waiter: Waiter, refusal: Failure) -> Effects {
    switch phase {
    case .closed:
      phase = .opening(waiters: [waiter], closers: [])
      return Effects(job: .read)
    case .opening(let waiters, let closers) where closers.isEmpty:
      phase = .opening(waiters: waiters + [waiter], closers: [])
      return Effects()
    case .opening, .open, .closing:
      return Effects(answers: [Answer(waiter: waiter, failure: refusal)])
    }
  }

  mutating func didRead(failure: Failure?) -> Effects {
    // Only `open` starts a read, and nothing but this ends it.
    guard case .opening(let waiters, let closers) = phase else { return Effects() }
    // Never back to 0: an edit of what was open before must not pass for one of this.
    revision += 1
    savedRevision = revision
    lastFailure = nil
    // Asked to close meanwhile: nothing was edited, so nothing is to be written.
    phase = failure == nil && closers.isEmpty ? .open : .closed
    return Effects(answers: answers(waiters, failure) + answers(closers, nil))
  }

  // MARK: Editing

  /// Counts an edit that was made to the content of `base`; false if the content is another by now, or not to be edited.
  mutating func edit(from base: Int) -> Bool {
    guard case .open = phase, base == revision else { return false }
    revision += 1
    return true
  }

  // MARK: Saving

  mutating func save(_ waiter: Waiter, refusal: Failure) -> Effects {
    switch phase {
    case .closed, .opening:
      return Effects(answers: [Answer(waiter: waiter, failure: refusal)])
    case .open, .closing:
      queued.append(waiter)
      return Effects(job: startWriting())
    }
  }

  mutating func didWrite(revision written: Int, failure: Failure?) -> Effects {
    // Only one write is under way at a time, and nothing but this ends it.
    guard let saved = writing else { return Effects() }
    writing = nil
    lastFailure = failure
    if failure == nil { savedRevision = written }
    var effects = Effects(answers: answers(saved, failure), job: queued.isEmpty ? nil : startWriting())
    guard effects.job == nil, case .closing(let closers, let hasFlushed) = phase else { return effects }
    if !isDirty {
      phase = .closed
      effects.answers += answers(closers, nil)
    } else if !hasFlushed {
      // What ended was begun before closing was asked for.
      effects.job = startWriting()
    } else {
      phase = .open
      effects.answers += answers(closers, failure)
    }
    return effects
  }

  // MARK: Closing

  mutating func close(_ waiter: Waiter) -> Effects {
    switch phase {
    case .closed:
      return Effects(answers: answers([waiter], nil))
    case .opening(let waiters, let closers):
      phase = .opening(waiters: waiters, closers: closers + [waiter])
      return Effects()
    case .closing(let waiters, let hasFlushed):
      phase = .closing(waiters: waiters + [waiter], hasFlushed: hasFlushed)
      return Effects()
    case .open where isDirty || isWriting:
      phase = .closing(waiters: [waiter], hasFlushed: false)
      return Effects(job: startWriting())
    case .open:
      phase = .closed
      return Effects(answers: answers([waiter], nil))
    }
  }

  // MARK: Parts

  /// Begins a write of all that has come so far, unless one is under way: its end will begin the next.
  private mutating func startWriting() -> Job? {
    guard writing == nil else { return nil }
    writing = queued
    queued = []
    if case .closing(let waiters, _) = phase { phase = .closing(waiters: waiters, hasFlushed: true) }
    return .write(revision: revision)
  }

  private func answers(_ waiters: [Waiter], _ failure: Failure?) -> [Answer] {
    waiters.map { Answer(waiter: $0, failure: failure) }
  }
}

extension DocumentMachine.Answer: Equatable where Waiter: Equatable, Failure: Equatable {}
extension DocumentMachine.Effects: Equatable where Waiter: Equatable, Failure: Equatable {}
extension DocumentMachine.Answer: Sendable where Waiter: Sendable, Failure: Sendable {}
extension DocumentMachine.Effects: Sendable where Waiter: Sendable, Failure: Sendable {}
extension DocumentMachine.Phase: Sendable where Waiter: Sendable, Failure: Sendable {}
extension DocumentMachine: Sendable where Waiter: Sendable, Failure: Sendable {}
