/// One line of the ledger: a wait, or an expectation that nobody waited for.
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
    /// An expectation that nobody waited for.
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
  /// The name of the outcome; of an expectation that nobody waited for, `neverAwaited`.
  var outcome: String
  /// Seconds, on the clock of the wait.
  var used: Double
  /// Seconds; nil when there was no limit.
  var allowed: Double?
  /// Seconds that passed besides `used` and did not count, because not everything could run; nil when there were none.
  var uncounted: Double?
}

extension LedgerLine {
  init(_ note: WaitLog.Note) {
    self.init(
      kind: note.kind, test: note.host.testName, description: note.description, file: "\(note.site.fileID)",
      line: Int(clamping: note.site.line), outcome: note.outcome, used: Self.seconds(note.used),
      allowed: note.allowed < .max ? Self.seconds(note.allowed) : nil,
      uncounted: note.uncounted > FairClock.shortestStall ? Self.seconds(note.uncounted) : nil)
  }

  init(neverAwaited description: String, test: String?, createdAt site: CallSite) {
    self.init(
      kind: .neverAwaited, test: test, description: "\"\(description)\"", file: "\(site.fileID)",
      line: Int(clamping: site.line), outcome: Kind.neverAwaited.rawValue, used: 0, allowed: nil)
  }

  /// To the microsecond, which also keeps the numbers short.
  private static func seconds(_ nanoseconds: Nanoseconds) -> Double {
    (Double(nanoseconds) / 1e3).rounded() / 1e6
  }
}
