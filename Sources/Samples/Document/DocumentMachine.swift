/// Decides when a document reads, writes, refuses, and answers: a plain value that takes events and returns effects.
///
/// Each pending answer is a `Waiter`. It goes in with an event and comes out exactly once, in the `answers` of that
/// event or of a later one. Content, files, and clocks stay outside: an edit is a higher `revision`, another file to
/// save to is a `Place`, and the quiet time of autosave is a numbered timer.
struct DocumentMachine<Waiter, Failure, Place: Equatable> {
  /// A request to an open document. Requests run one at a time, in the order in which they arrive.
  enum Request: Equatable {
    /// `overwriting`: whether to save even if another program changed the file.
    case save(overwriting: Bool)
    case saveTo(Place)
    case revert
  }

  enum Job: Equatable {
    case read
    case write(Target)
  }

  enum Target: Equatable {
    case own(overwriting: Bool)
    case other(Place)
  }

  /// How a write ended.
  enum Ending {
    case done
    case failed(Failure)
    /// The file is not the version that the document last read or wrote. The document left it alone.
    case conflict(Failure)
  }

  /// The result for a waiter: success, or a failure.
  struct Answer {
    var waiter: Waiter
    var failure: Failure?
  }

  /// Commands may reach the timer out of order; the command with the highest number wins.
  struct TimerCommand: Equatable {
    var number: Int
    var isOn: Bool
  }

  /// What to do after the lock is released: the answers first, then the rest.
  struct Effects {
    var answers: [Answer] = []
    var job: Job?
    var timer: TimerCommand?
  }

  enum Phase {
    case closed
    case opening(waiters: [Waiter], closers: [Waiter])
    case open
    /// `hasFlushed`: whether a save has begun since the caller asked to close.
    case closing(waiters: [Waiter], hasFlushed: Bool)
  }

  /// A request under way, and all waiters that its end will answer.
  struct Running {
    var request: Request
    var waiters: [Waiter]
    /// The revision of the content that it writes.
    var revision: Int
  }

  /// A queued request. A save that the timer requested has no waiter.
  struct Queued {
    var request: Request
    var waiter: Waiter?
  }

  let autosaves: Bool
  var phase = Phase.closed
  var revision = 0
  var savedRevision = 0
  /// Why the last save to the document's own file failed.
  var lastFailure: Failure?
  var isInConflict = false
  var running: Running?
  /// The requests that came in the meantime. Equal requests in a row run, and are answered, together.
  var queued: [Queued] = []
  private var timerNumber = 0
  private var isTimerOn = false

  init(autosaves: Bool = false) {
    self.autosaves = autosaves
  }

  /// Creates a document that is open from the start, with content that no file has.
  init(newContent: Void, autosaves: Bool = false) {
    self.autosaves = autosaves
    phase = .open
    revision = 1
  }

  var isDirty: Bool { revision != savedRevision }

  var isSaving: Bool { running.map { $0.request != .revert } ?? false }

  /// A revert would discard edits made now.
  var isReverting: Bool { running?.request == .revert || queued.contains { $0.request == .revert } }

  var isEditable: Bool {
    if case .open = phase { !isReverting } else { false }
  }

  /// Ends every event: sets the timer according to the current state. An edit restarts it.
  mutating func settled(_ effects: Effects, isEdit: Bool = false) -> Effects {
    let isWanted = wantsTimer
    guard isWanted && (isEdit || !isTimerOn) || !isWanted && isTimerOn else { return effects }
    timerNumber += 1
    isTimerOn = isWanted
    var effects = effects
    effects.timer = TimerCommand(number: timerNumber, isOn: isWanted)
    return effects
  }

  /// Returns whether this is the timer that was set last, and turns it off.
  mutating func takeTimer(_ number: Int) -> Bool {
    guard isTimerOn, number == timerNumber else { return false }
    isTimerOn = false
    return true
  }

  /// True only for changes that no save is about to write. False in a conflict, which waiting does not resolve.
  private var wantsTimer: Bool {
    autosaves && isEditable && isDirty && !isInConflict && !isSaveComing
  }

  private var isSaveComing: Bool {
    if case .save = running?.request, running?.revision == revision { return true }
    return queued.contains { if case .save = $0.request { true } else { false } }
  }
}

extension DocumentMachine.Answer: Equatable where Waiter: Equatable, Failure: Equatable {}
extension DocumentMachine.Effects: Equatable where Waiter: Equatable, Failure: Equatable {}
extension DocumentMachine.Request: Sendable where Place: Sendable {}
extension DocumentMachine.Target: Sendable where Place: Sendable {}
extension DocumentMachine.Job: Sendable where Place: Sendable {}
extension DocumentMachine.TimerCommand: Sendable {}
extension DocumentMachine.Ending: Sendable where Failure: Sendable {}
extension DocumentMachine.Answer: Sendable where Waiter: Sendable, Failure: Sendable {}
extension DocumentMachine.Effects: Sendable where Waiter: Sendable, Failure: Sendable, Place: Sendable {}
extension DocumentMachine.Phase: Sendable where Waiter: Sendable {}
extension DocumentMachine.Running: Sendable where Waiter: Sendable, Place: Sendable {}
extension DocumentMachine.Queued: Sendable where Waiter: Sendable, Place: Sendable {}
extension DocumentMachine: Sendable where Waiter: Sendable, Failure: Sendable, Place: Sendable {}
