/// Everything that repeats a schedule, as a short text: `x1-2C4F`.
///
/// The text holds choices and the durations of sleeps, not a seed, so it stays valid when strategies change.
struct ScheduleCode: Equatable, Sendable {
  /// The choices up to the last one that is not the first candidate.
  var choices: [Int] = []
  /// The durations of sleeps, in nanoseconds.
  var sleeps: [Int] = []
  /// Whether time may pass while jobs are ready, which adds a candidate.
  var machineMayStall = false
  /// Whether a task may be canceled, which adds candidates, too.
  var cancels = false

  private static let version = "x1"

  init(choices: [Int] = [], sleeps: [Int] = [], machineMayStall: Bool = false, cancels: Bool = false) {
    self.choices = Array(choices[..<((choices.lastIndex { $0 > 0 } ?? -1) + 1)])
    self.sleeps = sleeps
    self.machineMayStall = machineMayStall
    self.cancels = cancels
  }

  /// Reads a text that `text` made. Letters may be lowercase. Returns nil for any other text.
  init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].lowercased() == Self.version else { return nil }
    guard let numbers = CodeDigits.numbers(in: parts[1]), let flag = numbers.first, flag <= 3,
      let sleepCount = numbers.dropFirst().first, numbers.count >= 2 + 2 * sleepCount
    else { return nil }
    let sleeps = numbers[2..<(2 + 2 * sleepCount)]
    let choices = numbers[(2 + 2 * sleepCount)...]
    guard let durations = Self.durations(of: sleeps), let indices = Self.choices(of: choices) else { return nil }
    self.init(choices: indices, sleeps: durations, machineMayStall: flag & 1 != 0, cancels: flag & 2 != 0)
  }

  var text: String {
    var numbers = [(machineMayStall ? 1 : 0) + (cancels ? 2 : 0), sleeps.count]
    for sleep in sleeps {
      var (digits, zeros) = (sleep, 0)
      while digits > 0, digits % 10 == 0 { (digits, zeros) = (digits / 10, zeros + 1) }
      numbers += [digits, zeros]
    }
    var zeros = 0
    for choice in choices {
      guard choice > 0 else {
        zeros += 1
        continue
      }
      numbers += [zeros, choice]
      zeros = 0
    }
    return "\(Self.version)-\(CodeDigits.text(of: numbers))"
  }

  private static func durations(of numbers: ArraySlice<Int>) -> [Int]? {
    var result: [Int] = []
    for index in stride(from: numbers.startIndex, to: numbers.endIndex, by: 2) {
      var duration = numbers[index]
      guard numbers[index + 1] < 19 else { return nil }
      for _ in 0..<numbers[index + 1] {
        let (product, overflow) = duration.multipliedReportingOverflow(by: 10)
        guard !overflow else { return nil }
        duration = product
      }
      result.append(duration)
    }
    return result
  }

  private static func choices(of numbers: ArraySlice<Int>) -> [Int]? {
    guard numbers.count.isMultiple(of: 2) else { return nil }
    var result: [Int] = []
    for index in stride(from: numbers.startIndex, to: numbers.endIndex, by: 2) {
      guard numbers[index] < 1_000_000 else { return nil }
      result += Array(repeating: 0, count: numbers[index]) + [numbers[index + 1]]
    }
    return result
  }
}
