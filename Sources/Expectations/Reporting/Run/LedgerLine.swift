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
    /// A wait that must last its whole time.
    case mustNotHappen
    /// An expectation that nobody waited for.
    case neverAwaited
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
}

extension LedgerLine {
  init(_ ending: WaitEnding, of request: WaitRequest) {
    let isQuiet = request.cores.contains { $0.bounds.isQuiet }
    let limit = request.timeouts.limitOnClock ?? (isQuiet ? request.timeouts.window : request.timeouts.limit)
    let used = ending.elapsedOnClock?.saturatedNanoseconds ?? ending.ended.since(ending.started)
    self.init(
      kind: isQuiet ? .mustNotHappen : Kind(request.rule), test: request.host.testName,
      description: request.nameList, file: "\(request.site.fileID)", line: Int(clamping: request.site.line),
      outcome: WaitReport.Outcome(ending, request).name, used: Self.seconds(used),
      allowed: limit < .max ? Self.seconds(limit) : nil)
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

  /// What is waited for, as a list for people.
  var nameList: String {
    let cores = cores[..<(signal ?? cores.count)]
    let names = cores.prefix(Self.named).map { "\"\($0.description)\"" }.joined(separator: ", ")
    return cores.count > Self.named ? "\(names) and \(cores.count - Self.named) more" : names
  }
}
