/// When a document reads, writes, refuses and answers: a plain value that takes events and returns what is to be done.
///
/// Whatever waits for an answer is a `Waiter`, which goes in with an event and comes out exactly once, in the `answers`
/// of that event or of a later one. Content, files and clocks are elsewhere: an edit is a higher `revision`, another
/// file to save to a `Place`, the quiet time after which changes are saved a numbered timer.
struct DocumentMachine<Waiter, Failure, Place: Equatable> {
  /// What an open document can be asked for. Requests are carried out one at a time, in the order in which they come.
  enum Request: Equatable {
    /// `overwriting`: also when another program changed the file meanwhile.
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
    /// The file is not the one that was read or written last, and was left alone.
    case conflict(Failure)
  }

  /// To be told that its request succeeded, or the failure.
  struct Answer {
    var waiter: Waiter
    var failure: Failure?
  }

  /// The newest number holds: commands may reach the timer in another order.
  struct TimerCommand: Equatable {
    var number: Int
    var isOn: Bool
  }

  /// To be done once the lock is released: the answers first, then the rest.
  struct Effects {
    var answers: [Answer] = []
    var job: Job?
    var timer: TimerCommand?
  }

  enum Phase {
    case closed
    case opening(waiters: [Waiter], closers: [Waiter])
    case open
    /// `hasFlushed`: a save has begun since closing was asked for.
    case closing(waiters: [Waiter], hasFlushed: Bool)
  }

  /// A request under way, and all whom its end will answer.
  struct Running {
    var request: Request
    var waiters: [Waiter]
    /// The content that it writes.
    var revision: Int
  }

  /// Nobody waits for a save that the timer asked for.
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
  /// What came during that. Equal requests in a row are carried out, and answered, together.
  var queued: [Queued] = []
  private var timerNumber = 0
  private var isTimerOn = false

  init(autosaves: Bool = false) {
    self.autosaves = autosaves
  }

  /// A document that is open from the start, with content that no file has.
  init(newContent: Void, autosaves: Bool = false) {
    self.autosaves = autosaves
    phase = .open
    revision = 1
  }

  var isDirty: Bool { revision != savedRevision }

  var isSaving: Bool { running.map { $0.request != .revert } ?? false }

  /// Edits made now would be lost to the content that a revert brings.
  var isReverting: Bool { running?.request == .revert || queued.contains { $0.request == .revert } }

  var isEditable: Bool {
    if case .open = phase { !isReverting } else { false }
  }

  /// The end of every event: sets the timer by what is the case now; an edit sets it anew.
  mutating func settled(_ effects: Effects, isEdit: Bool = false) -> Effects {
    let isWanted = wantsTimer
    guard isWanted && (isEdit || !isTimerOn) || !isWanted && isTimerOn else { return effects }
    timerNumber += 1
    isTimerOn = isWanted
    var effects = effects
    effects.timer = TimerCommand(number: timerNumber, isOn: isWanted)
    return effects
  }

  /// Whether this is the timer that was set last; it is off from now on.
  mutating func takeTimer(_ number: Int) -> Bool {
    guard isTimerOn, number == timerNumber else { return false }
    isTimerOn = false
    return true
  }

  /// Only changes that no save is about to bring to the file. Not in a conflict, which waiting does not end.
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
