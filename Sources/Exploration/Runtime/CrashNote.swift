import Expectations
import Foundation

/// What a crash inside an exploration prints: how to repeat the schedule, and in a replay, its steps.
///
/// The text is ready at each moment, because a signal handler may hardly do anything. Each scheduler has one.
final class CrashNote: @unchecked Sendable {
  // Sendable: only the exploring thread writes, and only its signal handler and the watchdog of a step that blocks it
  // read.

  /// The number of its bytes, and then the bytes.
  private struct Text {
    static let capacity = 32_768
    /// Never freed: a signal may come at any time.
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 8 + capacity, alignment: 8)

    var count: Int {
      get { memory.load(as: Int.self) }
      nonmutating set { memory.storeBytes(of: newValue, as: Int.self) }
    }

    /// Writes bytes behind the first ones, and returns how many there are then.
    func write(_ bytes: some Sequence<UInt8>, at start: Int) -> Int {
      var end = start
      for byte in bytes where end < Self.capacity {
        memory.storeBytes(of: byte, toByteOffset: 8 + end, as: UInt8.self)
        end += 1
      }
      return end
    }

    func bytes(_ range: Range<Int>) -> UnsafeRawBufferPointer {
      UnsafeRawBufferPointer(start: memory + 8 + range.lowerBound, count: range.count)
    }

    func print() { _ = Foundation.write(2, memory + 8, count) }
  }

  private static let slot = ThreadSlot()
  /// The line with the code, and the steps that follow it.
  private let (line, steps) = (Text(), Text())
  /// Where the code begins, and where its digits end that have been written.
  private var code = 0..<0
  private var digits = CodeDigits()
  /// How many choices of the first candidate have come since.
  private var zeros = 0
  private var isFull = false
  /// The test of the code, as `ReplayRequest` writes it.
  private var suffix = "\n"

  init() { empty() }

  private func empty() { (line.count, steps.count) = (0, 0) }

  func begin(_ place: String, test: String? = nil) {
    _ = CrashSignals.install
    empty()
    suffix = String(ReplayRequest.variable("", test: test).drop { $0 != "@" }) + "\n"
    let text = "\nExploration: \(place) crashed. To repeat its schedule: EXPECTATIONS_REPLAY="
    let start = line.write(text.utf8, at: 0)
    code = start..<start
    Self.slot?.word = Unmanaged.passUnretained(self).toOpaque()
  }

  func end() { Self.slot?.word = nil }

  /// Begins a schedule, with the code of one without choices.
  func noteSchedule(_ schedule: ScheduleCode) {
    empty()
    (digits, zeros, isFull) = (CodeDigits(), 0, false)
    code = code.lowerBound..<line.write("\(ScheduleCode.version)-".utf8, at: code.lowerBound)
    append(schedule.numbers)
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
    isFull = isFull || code.upperBound + 16 * numbers.count + 2 + suffix.utf8.count > Text.capacity
    guard !isFull else { return }
    let known = digits.characters.count
    for number in numbers { digits.append(number) }
    code = code.lowerBound..<line.write(digits.characters[known...], at: code.upperBound)
    line.count = line.write(suffix.utf8, at: line.write(digits.checksum, at: code.upperBound))
  }

  /// Notes the steps of the schedule so far. The last one is the one that runs.
  func note(steps text: [String]) {
    // While they change, a crash prints none.
    steps.count = 0
    // Of a long text, the beginning is left out.
    let all = Array((text.joined(separator: "\n") + "\n").utf8)
    var bytes = all.suffix(Text.capacity)
    if bytes.count < all.count { bytes = bytes.drop { $0 != UInt8(ascii: "\n") } }
    steps.count = steps.write(bytes, at: 0)
  }

  var codeSoFar: String {
    line.count == 0
      ? "" : String(decoding: line.bytes(code.lowerBound..<code.upperBound + digits.checksum.count), as: UTF8.self)
  }

  /// Writes the texts of the calling thread to standard error. A signal handler calls it.
  static func write() {
    guard let word = slot?.word else { return }
    // Unmanaged: a scheduler keeps it, and is never released.
    let note = Unmanaged<CrashNote>.fromOpaque(word).takeUnretainedValue()
    note.line.print()
    note.steps.print()
  }
}
