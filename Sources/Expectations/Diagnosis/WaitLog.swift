/// What is noted of everything that was waited for, whatever came of it; not of the waits by which the library itself
/// waits.
enum WaitLog {
  /// One wait that is over.
  struct Note {
    var kind: LedgerLine.Kind
    /// What was waited for.
    var description: String
    /// The name of the outcome.
    var outcome: String
    /// How long it took, and how long it might have taken, on the machine's clock.
    var used: Nanoseconds
    var allowed: Nanoseconds
    /// The same on the clock that it is measured on, when that is another one.
    var onClock: ClockTime?
    /// How much time passed besides that did not count, because not everything could run.
    var uncounted: Nanoseconds = 0
    /// Whether the caller judges what came of it, which may be just what was wanted.
    var isJudgedByCaller = false
    var site: CallSite
    var host: any TestHost

    /// The name of the test that it belongs to, if that is known.
    var testName: String? { host.orCurrent.testName }

    fileprivate var isNearTimeout: Bool {
      outcome == WaitReport.Outcome.completed.name && !kind.lastsByNature && onClock == nil
        && NearTimeouts.isNearTimeout(used: used, allowed: allowed)
    }

    /// Whether it was successful only because some of its time did not count.
    fileprivate var isExtended: Bool {
      outcome == WaitReport.Outcome.completed.name && onClock == nil
        && ExtendedWaits.isExtended(used: used, uncounted: uncounted, allowed: allowed)
    }
  }

  /// Time on a clock that is not the machine's.
  struct ClockTime {
    var used: Nanoseconds
    var allowed: Nanoseconds

    /// nil when the machine's clock measures the time.
    init?(used: Duration?, of timeouts: Timeouts) {
      guard let limit = timeouts.limitOnClock else { return nil }
      self.used = (used ?? .zero).saturatedNanoseconds
      allowed = limit
    }
  }

  /// Notes a wait, which costs two comparisons where there is nothing to note.
  static func note(_ record: WaitRecord) {
    let request = record.request
    guard isNoteworthy(used: record.used, allowed: request.timeouts.limit, uncounted: record.uncounted),
      !request.isLoggedByCaller, !request.isInternal
    else { return }
    note(Note(record))
  }

  /// Whether there may be something to note of a wait: nearly always there is not, and no note need be made.
  static func isNoteworthy(used: Nanoseconds, allowed: Nanoseconds, uncounted: Nanoseconds) -> Bool {
    cleanTime(of: allowed).map { used > $0 - min($0, uncounted) } ?? true
  }

  /// Whether every wait is noted, however short.
  static var isComplete: Bool { Ledger.shared != nil }

  /// How long a wait can take without anything to note of it; nil when all are noted.
  static func cleanTime(of allowed: Nanoseconds) -> Nanoseconds? {
    isComplete ? nil : NearTimeouts.ample(of: allowed)
  }

  static func note(_ note: Note) {
    if note.isNearTimeout { NearTimeouts.add(NearTimeouts.NearTimeout(note)) }
    if note.isExtended { ExtendedWaits.add(ExtendedWaits.ExtendedWait(note)) }
    Ledger.shared?.append(LedgerLine(note))
  }

  static func noteNeverAwaited(_ expectation: any AnyExpectation) {
    guard let ledger = Ledger.shared, expectation.host !== SilentHost.shared else { return }
    ledger.append(
      LedgerLine(neverAwaited: expectation.title, test: expectation.host.testName, createdAt: expectation.createdAt))
  }
}

extension WaitLog.Note {
  fileprivate init(_ record: WaitRecord) {
    let request = record.request
    let isInverted = request.expectations.contains { $0.bounds.isInverted }
    self.init(
      kind: isInverted ? .mustNotHappen : LedgerLine.Kind(request.rule), description: request.nameList,
      outcome: request.judgement(of: WaitReport.Outcome(record)).name,
      used: record.used, allowed: isInverted ? request.timeouts.window : request.timeouts.limit,
      onClock: WaitLog.ClockTime(used: record.elapsedOnClock, of: request.timeouts),
      uncounted: record.uncounted, isJudgedByCaller: request.recordsNothing && !request.isRecordedByCaller,
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

  /// What an outcome is to who asked for the wait.
  fileprivate func judgement(of outcome: WaitReport.Outcome) -> WaitReport.Outcome {
    guard wantsError else { return outcome }
    return switch outcome {
    case .threw: .completed
    case .completed: .unexpectedFulfillment
    default: outcome
    }
  }

  /// What is waited for, as a list for people.
  fileprivate var nameList: String {
    let expectations = expectations[..<(signal ?? expectations.count)]
    let names = expectations.prefix(Self.named).map { "\"\($0.title)\"" }.joined(separator: ", ")
    return expectations.count > Self.named ? "\(names) and \(expectations.count - Self.named) more" : names
  }
}
