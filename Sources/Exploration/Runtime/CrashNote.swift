import Expectations
import Foundation

/// What a crash inside an exploration prints: how to repeat the schedule, and in a replay, its steps.
///
/// The text is ready at each moment, because a signal handler may hardly do anything. Each scheduler has one.
final class CrashNote: @unchecked Sendable {
  // Sendable: only the exploring thread writes, and only its signal handler and the watchdog of a blocked step read.

  private static let slot = ThreadSlot()
  /// The line with the code, and how much of it there is. Never freed: a signal may come at any time.
  private let line = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 32_768)
  private var count = 0
  /// The steps that follow it, as a string of C.
  private var steps: UnsafeMutablePointer<CChar>?
  /// Where the code begins, and where its digits end that have been written.
  private var code = 0..<0
  private var digits = CodeDigits()
  /// How many choices of the first candidate have come since.
  private var zeros = 0
  private var isFull = false
  /// The test of the code, as `ReplayRequest` writes it.
  private var suffix = "\n"

  func begin(_ place: String, test: String? = nil) {
    _ = Self.installHandlers
    count = 0
    suffix = String(ReplayRequest.variable("", test: test).drop { $0 != "@" }) + "\n"
    let text = "\nExploration: \(place) crashed. To repeat its schedule: EXPECTATIONS_REPLAY="
    let start = line.update(fromContentsOf: text.utf8)
    code = start..<start
    Self.slot?.word = Unmanaged.passUnretained(self).toOpaque()
  }

  func end() { Self.slot?.word = nil }

  /// Begins a schedule, with the code of one without choices.
  func noteSchedule(_ schedule: ScheduleCode) {
    count = 0
    note(steps: [])
    (digits, zeros, isFull) = (CodeDigits(), 0, false)
    code = code.lowerBound..<line[code.lowerBound...].update(fromContentsOf: "\(ScheduleCode.version)-".utf8)
    append(schedule.numbers)
  }

  /// Notes a choice of the schedule, in the order of arrival. Of one that is too long, the beginning stays.
  func note(choice: Int) {
    if choice > 0 { append([zeros, choice]) }
    zeros = choice > 0 ? 0 : zeros + 1
  }

  private func append(_ numbers: [Int]) {
    // A number has at most 16 characters.
    isFull = isFull || code.upperBound + 16 * numbers.count + 2 + suffix.utf8.count > line.count
    guard !isFull else { return }
    let known = digits.characters.count
    for number in numbers { digits.append(number) }
    code = code.lowerBound..<line[code.upperBound...].update(fromContentsOf: digits.characters[known...])
    let end = line[code.upperBound...].update(fromContentsOf: digits.checksum)
    count = line[end...].update(fromContentsOf: suffix.utf8)
  }

  /// Notes the steps of the schedule so far. The last one is the one that runs.
  func note(steps lines: [String]) {
    let old = steps
    // While they change, a crash prints none.
    steps = nil
    free(old)
    if !lines.isEmpty { steps = strdup(lines.joined(separator: "\n") + "\n") }
  }

  var codeSoFar: String {
    count == 0 ? "" : String(decoding: line[code.lowerBound..<code.upperBound + digits.checksum.count], as: UTF8.self)
  }

  // MARK: Signals

  /// The actions that were there before, by signal. Written once, before a handler is installed.
  nonisolated(unsafe) private static let previous = UnsafeMutablePointer<sigaction>.allocate(capacity: 64)

  private static let installHandlers: Void = {
    for signal in [SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE] {
      var action = sigaction()
      #if canImport(Darwin)
        action.__sigaction_u.__sa_handler = { CrashNote.handle($0) }
      #else
        action.__sigaction_handler.sa_handler = { CrashNote.handle($0) }
      #endif
      action.sa_flags = Int32(SA_ONSTACK)
      sigaction(signal, &action, previous + Int(signal))
    }
  }()

  /// Writes the texts of the calling thread to standard error, and leaves the rest to the handler that was there.
  private static func handle(_ signal: Int32) {
    if let word = slot?.word {
      // Unmanaged: a scheduler keeps it, and is never released.
      let note = Unmanaged<CrashNote>.fromOpaque(word).takeUnretainedValue()
      _ = Foundation.write(2, note.line.baseAddress, note.count)
      if let steps = note.steps { _ = Foundation.write(2, steps, strlen(steps)) }
    }
    sigaction(signal, previous + Int(signal), nil)
    // A fault happens again when the handler returns. A call of `abort` does not.
    if signal == SIGABRT { raise(signal) }
  }
}
