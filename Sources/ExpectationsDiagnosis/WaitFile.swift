import Dispatch
import Expectations
import Foundation

/// The file that gets one line of JSON for every wait of a run, when `EXPECTATIONS_REPORT` names a file.
///
/// Each line is appended with one `write` to a descriptor that is open for appending. Therefore, lines from parallel
/// tests and from several processes do not mix. A process that is killed leaves whole lines, except perhaps its last:
/// the system may cut that off where it crosses a page. The next process then begins a new line.
struct WaitFile: Sendable {
  /// nil when the environment names no file, or when the file cannot be written.
  static let shared = ProcessInfo.processInfo.environment["EXPECTATIONS_REPORT"].flatMap { path -> WaitFile? in
    guard !path.isEmpty else { return nil }
    if let file = WaitFile(path) { return file }
    let reason = String(cString: strerror(errno))
    StandardError.print("Expectations: EXPECTATIONS_REPORT=\(path) cannot be written (\(reason)); there is no report.")
    return nil
  }

  private let file: Int32

  /// Opens the file, and creates it if it does not exist. It stays open until the process ends.
  init?(_ path: String) {
    file = open(path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, 0o644)
    if file < 0 { return nil }
    if isCutOff { append(Data([UInt8(ascii: "\n")])) }
  }

  /// Whether the last line lacks its line break.
  private var isCutOff: Bool {
    let end = lseek(file, 0, SEEK_END)
    var last: UInt8 = 0
    return end > 0 && pread(file, &last, 1, end - 1) == 1 && last != UInt8(ascii: "\n")
  }

  func append(_ line: WaitLine) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Encoding cannot fail: a line holds only strings, finite numbers and booleans.
    guard var bytes = try? encoder.encode(line) else { return }
    bytes.append(UInt8(ascii: "\n"))
    append(bytes)
  }

  private func append(_ bytes: Data) {
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

/// One line of the file: a wait or a condition.
struct WaitLine: Codable, Sendable, Equatable {
  /// The version of the file: 1. A program that reads it may ignore keys that it does not know. A change of the meaning
  /// of a key raises the number.
  var version = 1
  var kind: String
  /// The test, if the library knows it.
  var test: String?
  /// What the wait was for.
  var description: String
  /// The file of the wait, as `#fileID` gives it.
  var file: String
  var line: Int
  /// The name of the outcome.
  var outcome: String
  /// When the wait began, in seconds since 1970. The clock of the computer is read once in each process, so a change of
  /// the clock moves no wait.
  var began: Double
  /// Seconds of real time, without `uncounted`.
  var used: Double
  /// Seconds; nil when there was no limit.
  var allowed: Double?
  /// Seconds of real time that passed besides `used` and did not count, because not everything could run; nil when
  /// there were none.
  var uncounted: Double?
  /// True when the caller judges the outcome, as with `report(of:)`; nil otherwise.
  var judgedByCaller: Bool?
  /// The number of the process, which several runs in one file may share.
  var process: Int32

  init(_ wait: WaitFacts, _ end: WaitEnd) {
    kind = wait.kind.rawValue
    test = wait.test
    description = wait.nameList
    (file, line) = ("\(wait.site.fileID)", Int(clamping: wait.site.line))
    outcome = end.outcome.name
    began = Self.date(wait.began)
    used = Self.seconds(end.used)
    allowed = wait.limit < .max ? Self.seconds(wait.limit) : nil
    uncounted = end.uncounted > 100_000_000 ? Self.seconds(end.uncounted) : nil
    judgedByCaller = end.isJudgedByCaller ? true : nil
    process = getpid()
  }

  /// The same moment on the computer's clock and on the monotonic clock.
  private static let anchor = (
    date: Date().timeIntervalSince1970, instant: Int64(DispatchTime.now().uptimeNanoseconds)
  )

  private static func date(_ instant: Int64) -> Double {
    ((anchor.date + Double(instant - anchor.instant) / 1e9) * 1e6).rounded() / 1e6
  }

  /// Rounds to the microsecond, which also keeps the numbers short.
  private static func seconds(_ nanoseconds: Int64) -> Double { (Double(nanoseconds) / 1e3).rounded() / 1e6 }
}
