/// Collects how each wait of the run ended, for the list of near timeouts, the list of extended waits, and the ledger.
///
/// It leaves out the waits that the library makes for itself.
enum WaitLog {
  /// One wait that is over.
  struct Note {
    var kind: LedgerLine.Kind
    /// What the wait was for.
    var description: String
    /// The name of the outcome.
    var outcome: String
    /// When the wait began, in real time.
    var began: MonotonicInstant?
    /// How long the wait took, and how long it was allowed to take, in real time without `uncounted`.
    var used: Nanoseconds
    var allowed: Nanoseconds
    /// The same on the wait's own clock; nil when it has none.
    var onClock: ClockTime?
    /// The real time that passed besides and did not count, because not everything could run.
    var uncounted: Nanoseconds = 0
    /// Whether the caller judges the outcome; a failed wait may be just what it wants.
    var isJudgedByCaller = false
    var site: CallSite
    var host: any TestHost

    /// The test that the wait belongs to.
    var test: any TestHost { host.orCurrent }

    fileprivate var isNearTimeout: Bool {
      outcome == WaitReport.Outcome.completed.name && !kind.lastsByNature && onClock == nil
        && NearTimeouts.isNearTimeout(used: used, allowed: allowed)
    }

    /// Whether the wait succeeded only because some of its time did not count.
    fileprivate var isExtended: Bool {
      outcome == WaitReport.Outcome.completed.name && onClock == nil
        && ExtendedWaits.isExtended(used: used, uncounted: uncounted, allowed: allowed)
    }
  }

  /// Time on a wait's own clock.
  struct ClockTime {
    var used: Nanoseconds
    var allowed: Nanoseconds

    /// nil when the wait has no clock of its own.
    init?(used: Duration?, of timeouts: Timeouts) {
      guard let limit = timeouts.limitOnClock else { return nil }
      self.used = (used ?? .zero).saturatedNanoseconds
      allowed = limit
    }
  }

  /// Notes a wait. A wait that needs no note costs three comparisons, without a watchdog.
  static func note(_ record: WaitRecord) {
    let request = record.request
    // The pauses of a condition are no progress.
    if Watchdog.shared != nil, !request.isInternal { Watchdog.noteProgress() }
    guard needsNote(used: record.used, allowed: request.timeouts.limit, uncounted: record.uncounted),
      !request.isLoggedByCaller, !request.isInternal
    else { return }
    note(Note(record))
  }

  /// Whether a wait needs a note. Most waits need none, and their callers then make none.
  static func needsNote(used: Nanoseconds, allowed: Nanoseconds, uncounted: Nanoseconds) -> Bool {
    timeWithoutReport(of: allowed).map { used > $0 - min($0, uncounted) } ?? true
  }

  /// Whether every wait gets a note, however short it is.
  static var isComplete: Bool { Ledger.shared != nil }

  /// Returns the time within which a wait needs no note, and a success no report; nil when every wait gets a note.
  static func timeWithoutReport(of allowed: Nanoseconds) -> Nanoseconds? {
    isComplete ? nil : NearTimeouts.threshold(of: allowed)
  }

  static func note(_ note: Note) {
    if note.isNearTimeout { NearTimeouts.add(NearTimeouts.NearTimeout(note)) }
    if note.isExtended { ExtendedWaits.add(note) }
    Ledger.shared?.append(LedgerLine(note))
  }

  static func noteNeverAwaited(_ title: String, createdAt site: CallSite, of host: any TestHost) {
    guard let ledger = Ledger.shared, host !== SilentHost.shared else { return }
    ledger.append(LedgerLine(neverAwaited: title, createdAt: site, of: host))
  }

  /// Notes a fulfillment that came after the end of a wait that had timed out.
  static func noteLate(
    _ title: String, _ fulfillment: Fulfillment, after wait: EndedWait, at site: CallSite, of host: any TestHost
  ) {
    guard let ledger = Ledger.shared, host !== SilentHost.shared else { return }
    ledger.append(LedgerLine(late: title, fulfillment, after: wait, of: host, waitedAt: site))
  }
}

extension WaitLog.Note {
  fileprivate init(_ record: WaitRecord) {
    let request = record.request
    let isInverted = request.expectations.contains { $0.bounds.isInverted }
    self.init(
      kind: isInverted || request.goal == .silence ? .mustNotHappen : LedgerLine.Kind(request.rule),
      description: request.nameList, outcome: WaitReport.Outcome(record).name,
      began: record.started.real, used: record.used,
      allowed: isInverted && request.signal == nil ? request.timeouts.window : request.timeouts.limit,
      onClock: WaitLog.ClockTime(used: record.elapsedOnClock, of: request.timeouts),
      uncounted: record.uncounted, isJudgedByCaller: request.failureHandling == .none,
      site: request.site, host: request.host)
  }
}

extension LedgerLine.Kind {
  fileprivate init(_ rule: WaitRule) {
    self =
      switch rule {
      case .all: .all
      case .allInOrder: .inOrder
      case .any: .any
      }
  }
}

extension WaitRequest {
  private static let named = 4

  /// The titles of the awaited expectations, as a list for people.
  var nameList: String {
    let expectations = expectations[..<(signal ?? expectations.count)]
    let names = expectations.prefix(Self.named).map { "\"\($0.title)\"" }.joined(separator: ", ")
    return expectations.count > Self.named ? "\(names) and \(expectations.count - Self.named) more" : names
  }
}
