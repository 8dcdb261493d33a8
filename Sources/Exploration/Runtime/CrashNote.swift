import Expectations
import Foundation

/// What a crash inside an exploration prints: how to repeat the schedule, and in a replay, its steps.
///
/// The text is ready at each moment, because a signal handler may hardly do anything. Each scheduler has one.
final class CrashNote: @unchecked Sendable {
  // Sendable: only the exploring thread writes, and only its signal handler and the watchdog of a step that blocks it
  // read.

  private static let slot = ThreadSlot()
  private static let capacity = 32_768
  private static let size = 8 + capacity
  /// Two texts, the line with the code and the steps. Each is the number of its bytes, and then the bytes. Never freed:
  /// a signal may come at any time.
  private let line = UnsafeMutableRawPointer.allocate(byteCount: 2 * size, alignment: 8)
  private var steps: UnsafeMutableRawPointer { line + Self.size }
  /// Where the code begins.
  private var prefix = 0
  private var digits = CodeDigits()
  /// Where the digits of the code end that have been written.
  private var codeEnd = 0
  /// How many choices of the first candidate have come since.
  private var zeros = 0
  private var isFull = false
  /// The test of the code, as `ReplayRequest` writes it.
  private var suffix = "\n"

  init() { empty() }

  private func empty() {
    line.storeBytes(of: 0, as: Int.self)
    steps.storeBytes(of: 0, as: Int.self)
  }

  /// Begins an exploration on the calling thread.
  func begin(_ place: String, test: String? = nil) {
    CrashSignals.install()
    empty()
    suffix = String(ReplayRequest.variable("", test: test).drop { $0 != "@" }) + "\n"
    prefix = Self.write(
      "\nExploration: \(place) crashed. To repeat its schedule: EXPECTATIONS_REPLAY=".utf8, to: line, at: 0)
    Self.slot?.word = line
  }

  /// Ends the exploration on the calling thread.
  func end() { Self.slot?.word = nil }

  /// Notes that a schedule begins.
  func noteSchedule(sleeps: [Int], _ limits: RunLimits) {
    empty()
    (digits, zeros, isFull) = (CodeDigits(), 0, false)
    codeEnd = Self.write("\(ScheduleCode.version)-".utf8, to: line, at: prefix)
    append(ScheduleCode(sleeps: sleeps, machineMayStall: limits.machineMayStall, cancels: limits.cancels).numbers)
  }

  /// Notes a choice of the schedule, in the order of arrival. Of one that is too long, the beginning stays.
  func note(choice: Int) {
    guard choice > 0 else {
      zeros += 1
      return
    }
    append([zeros, choice])
    zeros = 0
  }

  private func append(_ numbers: [Int]) {
    // A number has at most 16 characters.
    isFull = isFull || codeEnd + 16 * numbers.count + 2 + suffix.utf8.count > Self.capacity
    guard !isFull else { return }
    let known = digits.characters.count
    for number in numbers { digits.append(number) }
    codeEnd = Self.write(digits.characters[known...], to: line, at: codeEnd)
    let count = Self.write(digits.checksum, to: line, at: codeEnd)
    line.storeBytes(of: Self.write(suffix.utf8, to: line, at: count), as: Int.self)
  }

  /// Notes the steps of the schedule so far. The last one is the one that runs.
  func note(steps text: [String]) {
    // While they change, a crash prints none.
    steps.storeBytes(of: 0, as: Int.self)
    // Of a long text, the beginning is left out.
    let all = Array((text.joined(separator: "\n") + "\n").utf8)
    var bytes = all.suffix(Self.capacity)
    if bytes.count < all.count { bytes = bytes.drop { $0 != UInt8(ascii: "\n") } }
    steps.storeBytes(of: Self.write(bytes, to: steps, at: 0), as: Int.self)
  }

  /// The code of the schedule that runs.
  var code: String {
    let count = line.load(as: Int.self)
    guard count > prefix else { return "" }
    return String(
      decoding: UnsafeRawBufferPointer(start: line + 8 + prefix, count: count - prefix - 1), as: UTF8.self)
  }

  /// Writes the texts of the calling thread to standard error. A signal handler calls it.
  static func write() {
    guard let line = slot?.word else { return }
    _ = Foundation.write(2, line + 8, line.load(as: Int.self))
    _ = Foundation.write(2, line + size + 8, (line + size).load(as: Int.self))
  }

  /// Writes bytes behind the first `count` ones of a text, and returns how many there are then.
  private static func write(_ bytes: some Sequence<UInt8>, to text: UnsafeMutableRawPointer, at count: Int) -> Int {
    var count = count
    for byte in bytes where count < capacity {
      text.storeBytes(of: byte, toByteOffset: 8 + count, as: UInt8.self)
      count += 1
    }
    return count
  }
}
