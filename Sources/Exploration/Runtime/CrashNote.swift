import Expectations
import Foundation

/// What a crash inside an exploration prints: how to repeat the schedule, and in a replay, its steps.
///
/// The text is ready before each schedule, because a signal handler may hardly do anything. Each scheduler has one.
final class CrashNote: @unchecked Sendable {
  // Sendable: only the exploring thread writes, and only its signal handler reads.

  private static let slot = ThreadSlot()
  private static let capacity = 32_768
  /// The number of bytes that are ready, and then the bytes. Never freed: a signal may come at any time.
  private let memory = UnsafeMutableRawPointer.allocate(byteCount: 8 + capacity, alignment: 8)
  private var prefix = 0
  /// Where the line with the code ends.
  private var codeEnd = 0
  /// The test of the code, as `ReplayRequest` writes it.
  private var suffix = "\n"

  init() { memory.storeBytes(of: 0, as: Int.self) }

  /// Begins an exploration on the calling thread.
  func begin(_ place: String, test: String? = nil) {
    CrashSignals.install()
    (prefix, codeEnd) = (0, 0)
    suffix = String(ReplayRequest.variable("", test: test).drop { $0 != "@" }) + "\n"
    append("\nExploration: \(place) crashed. To repeat its schedule: EXPECTATIONS_REPLAY=", at: &prefix)
    Self.slot?.word = memory
  }

  /// Ends the exploration on the calling thread.
  func end() { Self.slot?.word = nil }

  /// Notes the schedule that runs next.
  func note(_ plan: Plan, sleeps: [Int], _ limits: RunLimits) {
    var count = prefix
    let code = PlanCode(
      plan, machineMayStall: limits.machineMayStall, cancels: limits.cancels, fairAfter: limits.fairAfter)
    if let text = code.text {
      append(text, at: &count)
    } else if case .choices(let choices, let order) = plan {
      let code = ScheduleCode(
        choices: choices, order: order, sleeps: sleeps, machineMayStall: limits.machineMayStall,
        cancels: limits.cancels)
      append(code.text, at: &count)
    }
    append(suffix, at: &count)
    codeEnd = count
    memory.storeBytes(of: count, as: Int.self)
  }

  /// Notes the steps of the schedule so far. The last one is the one that runs.
  func note(steps: [String]) {
    // While they change, a crash prints none.
    memory.storeBytes(of: codeEnd, as: Int.self)
    var count = codeEnd
    // Of a long text, the beginning is left out.
    let all = Array(steps.joined(separator: "\n").utf8)
    var bytes = all.suffix(max(0, Self.capacity - codeEnd - 1))
    if bytes.count < all.count { bytes = bytes.drop { $0 != UInt8(ascii: "\n") } }
    append(String(decoding: bytes, as: UTF8.self) + "\n", at: &count)
    memory.storeBytes(of: count, as: Int.self)
  }

  /// The code of the schedule that was noted last.
  var code: String {
    guard codeEnd > prefix else { return "" }
    let bytes = UnsafeRawBufferPointer(start: memory + 8 + prefix, count: codeEnd - prefix - 1)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Writes the line of the calling thread to standard error. A signal handler calls it.
  static func write() {
    guard let memory = slot?.word else { return }
    _ = Foundation.write(2, memory + 8, memory.load(as: Int.self))
  }

  private func append(_ text: String, at count: inout Int) {
    for byte in text.utf8 where count < Self.capacity {
      memory.storeBytes(of: byte, toByteOffset: 8 + count, as: UInt8.self)
      count += 1
    }
  }
}
