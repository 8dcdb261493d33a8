import Foundation

/// The file that gets one line of JSON for every wait of a run, when `EXPECTATIONS_REPORT` names a file.
///
/// Each line is appended with one `write` to a descriptor that is open for appending. Therefore, lines from parallel
/// tests and from several processes do not mix. A process that is killed leaves whole lines, except perhaps its last:
/// the system may cut that off where it crosses a page. The next process then begins a new line.
struct Ledger: Sendable {
  /// nil when the environment names no file, or when the file cannot be written.
  static let shared = ProcessInfo.processInfo.environment["EXPECTATIONS_REPORT"].flatMap { path -> Ledger? in
    guard !path.isEmpty else { return nil }
    if let ledger = Ledger(path) { return ledger }
    let reason = String(cString: strerror(errno))
    StandardError.print("Expectations: EXPECTATIONS_REPORT=\(path) cannot be written (\(reason)); there is no report.")
    return nil
  }

  private let file: Int32

  /// Opens the file, and creates it if it does not exist. It stays open until the process ends.
  init?(_ path: String) {
    file = open(path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, 0o644)
    if file < 0 { return nil }
    if isCutOff { append([UInt8(ascii: "\n")]) }
  }

  /// Whether the last line lacks its line break.
  private var isCutOff: Bool {
    let end = lseek(file, 0, SEEK_END)
    var last: UInt8 = 0
    return end > 0 && pread(file, &last, 1, end - 1) == 1 && last != UInt8(ascii: "\n")
  }

  func append(_ line: LedgerLine) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Encoding cannot fail: a line holds only strings, finite numbers and booleans.
    guard var bytes = try? encoder.encode(line) else { return }
    bytes.append(UInt8(ascii: "\n"))
    append(bytes)
  }

  private func append(_ bytes: some ContiguousBytes) {
    bytes.withUnsafeBytes { buffer in
      var rest = buffer[...]
      // `write` takes all bytes at once, unless a signal interrupts it or the disk is full.
      while !rest.isEmpty {
        let count = write(file, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return }
        rest = rest.dropFirst(count)
      }
    }
  }
}

/// One line of the ledger: a wait, a fulfillment that came too late, or an expectation that no test waited for.
struct LedgerLine: Codable, Sendable, Equatable {
  /// What a line is about.
  enum Kind: String, Codable, Sendable {
    /// A wait for all of its expectations.
    case all
    /// A wait for all of its expectations, in the order of the list.
    case inOrder
    /// A wait for the first of several expectations.
    case any
    /// A wait until a condition comes true.
    case condition
    /// A wait for recorded events, or for their end.
    case recording
    /// A wait that watches for its whole time that something does not happen.
    case mustNotHappen
    /// A wait that watches for its whole time that a condition lasts.
    case mustLast
    /// A fulfillment after the end of a wait that had timed out, at the line of that wait.
    case late
    /// An expectation that no test waited for.
    case neverAwaited

    /// Whether the wait succeeds only when its whole time has passed.
    var lastsByNature: Bool { self == .mustNotHappen || self == .mustLast }
  }

  /// The version of the file that this library writes: 1, the first with a number. A program that reads it may ignore
  /// keys that it does not know. Whatever changes the meaning of a key raises the number.
  static let version = 1

  var version = Self.version
  var kind: Kind
  /// The test, if the library knows it.
  var test: String?
  /// How often the test has begun in this process: 1 for the first time; nil if not known.
  var iteration: Int?
  /// What the wait was for.
  var description: String
  /// The file of the wait, as `#fileID` gives it.
  var file: String
  var line: Int
  /// The name of the outcome; the kind again for what is no wait.
  var outcome: String
  /// When the wait began, or when the late fulfillment came, in seconds since 1970. The clock of the computer is read
  /// once in each process, so a change of the clock moves no wait. nil for an expectation that no test waited for.
  var began: Double?
  /// Seconds of real time, without `uncounted`. For a late fulfillment, how long it came after the limit.
  var used: Double
  /// Seconds; nil when there was no limit.
  var allowed: Double?
  /// The same on the wait's own clock; nil when it has none, or when there was no limit.
  var usedOnClock: Double?
  var allowedOnClock: Double?
  /// Seconds of real time that passed besides `used` and did not count, because not everything could run; nil when
  /// there were none.
  var uncounted: Double?
  /// True when the caller judges the outcome, as with `outcome(of:)`; nil otherwise.
  var judgedByCaller: Bool?
  /// The number of the process, which several runs in one file may share.
  var process: Int32?
}

extension LedgerLine {
  init(_ note: WaitLog.Note) {
    // Once: the current test may change.
    let test = note.test
    self.init(
      kind: note.kind, test: test.testName, iteration: test.iteration, description: note.description,
      file: "\(note.site.fileID)",
      line: Int(clamping: note.site.line), outcome: note.outcome, began: note.began.map(Self.date),
      used: Self.seconds(note.used),
      allowed: Self.limit(note.allowed), usedOnClock: note.onClock.map { Self.seconds($0.used) },
      allowedOnClock: note.onClock.flatMap { Self.limit($0.allowed) },
      uncounted: note.uncounted > FairClock.shortestStall ? Self.seconds(note.uncounted) : nil,
      judgedByCaller: note.isJudgedByCaller ? true : nil, process: getpid())
  }

  init(
    late title: String, _ fulfillment: Fulfillment, after wait: EndedWait, of host: any TestHost,
    waitedAt site: CallSite
  ) {
    self.init(
      kind: .late, test: host.testName, iteration: host.iteration, description: "\"\(title)\"", file: "\(site.fileID)",
      line: Int(clamping: site.line), outcome: Kind.late.rawValue, began: Self.date(fulfillment.place.time),
      used: Self.seconds(fulfillment.instant.since(wait.deadline)), process: getpid())
  }

  init(neverAwaited description: String, createdAt site: CallSite, of host: any TestHost) {
    self.init(
      kind: .neverAwaited, test: host.testName, iteration: host.iteration, description: "\"\(description)\"",
      file: "\(site.fileID)", line: Int(clamping: site.line), outcome: Kind.neverAwaited.rawValue, used: 0,
      process: getpid())
  }

  /// The same moment on the computer's clock and on the monotonic clock.
  private static let anchor = (date: Date().timeIntervalSince1970, instant: MonotonicClock.now())

  private static func date(_ instant: MonotonicInstant) -> Double {
    ((anchor.date + Double(instant.since(anchor.instant)) / 1e9) * 1e6).rounded() / 1e6
  }

  private static func limit(_ nanoseconds: Nanoseconds) -> Double? {
    nanoseconds < .max ? seconds(nanoseconds) : nil
  }

  /// Rounds to the microsecond, which also keeps the numbers short.
  private static func seconds(_ nanoseconds: Nanoseconds) -> Double {
    (Double(nanoseconds) / 1e3).rounded() / 1e6
  }
}
