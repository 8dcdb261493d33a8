/// One line of the ledger: a wait, or an expectation that was never waited for.
struct LedgerLine: Codable, Sendable, Equatable {
  /// What kind of thing a line tells of.
  enum Kind: String, Codable, Sendable {
    /// A wait for all.
    case all
    /// A wait for all in the order of the list.
    case inOrder
    /// A wait for the first of several.
    case any
    /// A condition that is to come true.
    case condition
    /// Events that are to be recorded, or an end.
    case recording
    /// Something that is watched for its whole time, because it must not happen.
    case mustNotHappen
    /// A condition that is watched for its whole time, because it must last.
    case mustLast
    /// An expectation that was never waited for.
    case neverAwaited

    /// Whether only the end of its time shows that all is well.
    var lastsByNature: Bool { self == .mustNotHappen || self == .mustLast }
  }

  var kind: Kind
  /// The test, if it is known.
  var test: String?
  /// What was waited for.
  var description: String
  /// The file of the wait, as `#fileID` gives it.
  var file: String
  var line: Int
  /// The name of the outcome; of an expectation that was never waited for, `neverAwaited`.
  var outcome: String
  /// Seconds, on the machine's clock.
  var used: Double
  /// Seconds, on the machine's clock; nil when there was no limit.
  var allowed: Double?
  /// The same on the clock that the wait is measured on; nil when that is the machine's, or there was no limit.
  var usedOnClock: Double?
  var allowedOnClock: Double?
  /// Seconds that passed besides `used` and did not count, because not everything could run; nil when there were none.
  var uncounted: Double?
  /// True when the caller judged what came of it, as with `outcome(of:)`; nil otherwise.
  var judgedByCaller: Bool?
}

extension LedgerLine {
  init(_ note: WaitLog.Note) {
    self.init(
      kind: note.kind, test: note.testName, description: note.description, file: "\(note.site.fileID)",
      line: Int(clamping: note.site.line), outcome: note.outcome, used: Self.seconds(note.used),
      allowed: Self.limit(note.allowed), usedOnClock: note.onClock.map { Self.seconds($0.used) },
      allowedOnClock: note.onClock.flatMap { Self.limit($0.allowed) },
      uncounted: note.uncounted > FairClock.shortestStall ? Self.seconds(note.uncounted) : nil,
      judgedByCaller: note.isJudgedByCaller ? true : nil)
  }

  init(neverAwaited description: String, test: String?, createdAt site: CallSite) {
    self.init(
      kind: .neverAwaited, test: test, description: "\"\(description)\"", file: "\(site.fileID)",
      line: Int(clamping: site.line), outcome: Kind.neverAwaited.rawValue, used: 0, allowed: nil)
  }

  private static func limit(_ nanoseconds: Nanoseconds) -> Double? {
    nanoseconds < .max ? seconds(nanoseconds) : nil
  }

  /// To the microsecond, which also keeps the numbers short.
  private static func seconds(_ nanoseconds: Nanoseconds) -> Double {
    (Double(nanoseconds) / 1e3).rounded() / 1e6
  }
}
