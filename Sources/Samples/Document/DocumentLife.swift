/// Decides when a document reads, writes, refuses, and answers: a plain value that takes events and returns effects.
///
/// Each pending answer is a `Waiter`. It goes in with an event and comes out exactly once, in the `answers` of that
/// event or of a later one. Content, files, and clocks stay outside: an edit is a higher `revision`, and the quiet time
/// of autosave is a numbered timer.
struct DocumentLife: Sendable {
  typealias Outcome = Result<Void, DocumentError>
  typealias Waiter = @Sendable (Outcome) -> Void

  enum Job: Equatable, Sendable {
    case read
    /// `overwriting`: whether to save even if another program changed the file.
    case write(overwriting: Bool)
  }

  /// What to do after the lock is released: the answers first, then the rest.
  struct Effects: Sendable {
    var answers: [(waiter: Waiter, outcome: Outcome)] = []
    var job: Job?
    /// Commands may reach the timer out of order; the command with the highest number wins.
    var timer: (number: Int, isOn: Bool)?
  }

  private enum Phase {
    case closed, opening, open, closing
  }

  /// A save that is wanted, or under way.
  private struct Save {
    var waiters: [Waiter] = []
    var overwriting = false
    /// The revision of the content that it writes.
    var revision = 0
  }

  private(set) var revision = 0
  /// Why the last save failed.
  private(set) var lastSaveError: DocumentError?
  private let autosaves: Bool
  private var phase = Phase.closed
  private var savedRevision = 0
  private var openers: [Waiter] = []
  private var closers: [Waiter] = []
  private var writing: Save?
  /// The save that all requests during a save are part of.
  private var next: Save?
  private var timer = (number: 0, isOn: false)

  /// - Parameter isNew: Whether the document is open from the start, with content that no file has.
  init(isNew: Bool, autosaves: Bool) {
    self.autosaves = autosaves
    if isNew { (phase, revision) = (.open, 1) }
  }

  var isClosed: Bool { phase == .closed }
  var isDirty: Bool { revision != savedRevision }
  var isSaving: Bool { writing != nil }

  var state: DocumentState {
    switch phase {
    case .closed: .closed
    case .opening: .opening
    case .open: lastSaveError == nil ? .normal : .savingError
    case .closing: .closing
    }
  }

  // MARK: Events

  mutating func open(_ waiter: @escaping Waiter) -> Effects {
    guard phase == .closed || phase == .opening && closers.isEmpty else {
      return Effects(answers: [(waiter, .failure(.alreadyOpen))])
    }
    openers.append(waiter)
    defer { phase = .opening }
    return Effects(job: phase == .closed ? .read : nil)
  }

  mutating func didRead(_ outcome: Outcome) -> Effects {
    let answers = openers.map { ($0, outcome) } + closers.map { ($0, .success(())) }
    // If the caller asked to close in the meantime, there are no edits, so there is nothing to write.
    phase = if case .success = outcome, closers.isEmpty { .open } else { .closed }
    (openers, closers) = ([], [])
    // The revision never returns to 0: an edit of the earlier content must not count as an edit of this content.
    revision += 1
    (savedRevision, lastSaveError) = (revision, nil)
    return settled(Effects(answers: answers))
  }

  /// Counts an edit that was made to the content of `base`. Returns nil if the content has changed since then.
  mutating func edit(from base: Int) -> Effects? {
    guard phase == .open, base == revision else { return nil }
    revision += 1
    return settled(Effects(), isEdit: true)
  }

  mutating func save(overwriting: Bool, _ waiter: @escaping Waiter) -> Effects {
    guard phase == .open || phase == .closing else {
      return Effects(answers: [(waiter, .failure(.notOpen(state)))])
    }
    var save = next ?? Save()
    save.waiters.append(waiter)
    save.overwriting = save.overwriting || overwriting
    next = save
    return settled(Effects())
  }

  /// Handles the end of the quiet time; `number` is that of the command that started the timer.
  mutating func becameQuiet(_ number: Int) -> Effects {
    // Ignore a timer that was restarted or stopped while it fired.
    guard timer.isOn, number == timer.number else { return Effects() }
    timer.isOn = false
    next = next ?? Save()
    return settled(Effects())
  }

  mutating func didWrite(_ outcome: Outcome) -> Effects {
    // Only one write runs at a time, and only this event ends it.
    guard let ended = writing else { return Effects() }
    writing = nil
    switch outcome {
    case .success: (savedRevision, lastSaveError) = (ended.revision, nil)
    case .failure(let error):
      lastSaveError = error
      // Closing writes everything, so a failure to write the last revision ends it, unless another save is wanted.
      if phase == .closing, ended.revision == revision, next == nil {
        phase = .open
        defer { closers = [] }
        return settled(Effects(answers: (ended.waiters + closers).map { ($0, outcome) }))
      }
    }
    return settled(Effects(answers: ended.waiters.map { ($0, outcome) }))
  }

  mutating func close(_ waiter: @escaping Waiter) -> Effects {
    if phase == .closed { return Effects(answers: [(waiter, .success(()))]) }
    closers.append(waiter)
    if phase == .open { phase = .closing }
    return settled(Effects())
  }

  // MARK: Parts

  /// Ends every event: begins the next save, or finishes closing, and sets the timer. An edit restarts it.
  private mutating func settled(_ done: Effects, isEdit: Bool = false) -> Effects {
    var effects = done
    if phase == .closing, writing == nil, next == nil {
      if isDirty {
        next = Save()
      } else {
        phase = .closed
        effects.answers += closers.map { ($0, .success(())) }
        closers = []
      }
    }
    if writing == nil, var save = next {
      next = nil
      save.revision = revision
      writing = save
      effects.job = .write(overwriting: save.overwriting)
    }
    let isOn = wantsTimer
    if isOn != timer.isOn || isOn && isEdit {
      timer = (timer.number + 1, isOn)
      effects.timer = timer
    }
    return effects
  }

  /// True only for changes that no save is about to write. False in a conflict, which waiting does not resolve.
  private var wantsTimer: Bool {
    autosaves && phase == .open && isDirty && lastSaveError != .conflict && next == nil
      && writing?.revision != revision
  }
}
