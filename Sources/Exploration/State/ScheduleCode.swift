/// Everything that repeats a schedule, as a short text: `x1-2C4F`.
///
/// The text holds choices and the durations of sleeps, not a seed, so it stays valid when strategies change.
struct ScheduleCode: Equatable, Sendable {
  /// The choices up to the last one that is not the first of its order.
  var choices: [Int] = []
  /// In which order the candidates of each choice are counted.
  var order = ChoiceOrder.arrival
  /// A hash of the steps up to the last of these choices, as `Trace` makes it. A code without it fits any steps.
  var fingerprint: Int?
  /// The durations of sleeps, in nanoseconds.
  var sleeps: [Int] = []
  /// Whether time may pass while jobs are ready, which adds a candidate.
  var machineMayStall = false
  /// Whether a task may be canceled, which adds candidates, too.
  var cancels = false

  static let version = "x1"

  init(
    choices: [Int] = [], order: ChoiceOrder = .arrival, fingerprint: Int? = nil, sleeps: [Int] = [],
    machineMayStall: Bool = false, cancels: Bool = false
  ) {
    self.order = order
    self.fingerprint = fingerprint
    self.choices = Array(choices[..<((choices.lastIndex { $0 > 0 } ?? -1) + 1)])
    self.sleeps = sleeps
    self.machineMayStall = machineMayStall
    self.cancels = cancels
  }

  /// Reads a text that `text` made. Letters may be lowercase. Returns nil for any other text.
  init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].lowercased() == Self.version else { return nil }
    guard var numbers = CodeDigits.numbers(in: parts[1])?[...], let flag = numbers.popFirst(), flag < 16 else {
      return nil
    }
    let fingerprint = flag & Self.fingerprintFlag != 0 ? numbers.popFirst() : nil
    guard let sleepCount = numbers.popFirst(), numbers.count >= 2 * sleepCount,
      let durations = Self.durations(of: numbers.prefix(2 * sleepCount)),
      let choices = Self.choices(of: numbers.dropFirst(2 * sleepCount))
    else { return nil }
    self.init(
      choices: choices, order: flag & 4 != 0 ? .sameTask : .arrival, fingerprint: fingerprint, sleeps: durations,
      machineMayStall: flag & 1 != 0, cancels: flag & 2 != 0)
  }

  private static let fingerprintFlag = 8

  /// How many choices are not the first of their order.
  var deviations: Int { choices.count { $0 > 0 } }

  var plan: Plan { .choices(choices, order) }

  var text: String { "\(Self.version)-\(CodeDigits.text(of: numbers))" }

  /// The numbers that the text writes. Those of the choices come last, so a longer schedule has others behind them.
  var numbers: [Int] {
    let flags = [machineMayStall, cancels, order == .sameTask, fingerprint != nil]
    var numbers = [flags.enumerated().reduce(0) { $0 | ($1.element ? 1 << $1.offset : 0) }]
    if let fingerprint { numbers.append(fingerprint) }
    numbers.append(sleeps.count)
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
    return numbers
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
