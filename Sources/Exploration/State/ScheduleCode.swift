/// Everything that repeats a schedule, as a short text: `x1-2C4F`.
///
/// The text holds choices and the durations of sleeps, not a seed, so it stays valid when strategies change.
struct ScheduleCode: Equatable, Sendable {
  /// The choices up to the last one that is not the first of its order.
  var choices: [Int]
  var order: ChoiceOrder
  /// A hash of the steps up to the last of these choices, as `Trace` makes it. A code without it fits any steps.
  var fingerprint: Int?
  var sleeps: [Int]
  /// Whether time may pass while jobs are ready, and whether a task may be canceled: both add candidates.
  var machineMayStall: Bool
  var cancels: Bool

  static let version = "x1"

  init(
    choices: [Int] = [], order: ChoiceOrder = .arrival, fingerprint: Int? = nil, sleeps: [Int] = [],
    machineMayStall: Bool = false, cancels: Bool = false
  ) {
    self.choices = Array(choices[..<((choices.lastIndex { $0 > 0 } ?? -1) + 1)])
    (self.order, self.fingerprint, self.sleeps) = (order, fingerprint, sleeps)
    (self.machineMayStall, self.cancels) = (machineMayStall, cancels)
  }

  /// Reads a text that `text` made. Letters may be lowercase. Returns nil for any other text.
  init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].lowercased() == Self.version,
      var numbers = CodeDigits.numbers(in: parts[1])?[...], let flag = numbers.popFirst(), flag < 16
    else { return nil }
    let fingerprint = flag & 8 != 0 ? numbers.popFirst() : nil
    guard let sleepCount = numbers.popFirst(), numbers.count >= 2 * sleepCount, numbers.count.isMultiple(of: 2) else {
      return nil
    }
    var (durations, choices) = ([Int](), [Int]())
    for (index, (first, second)) in zip(numbers, numbers.dropFirst()).enumerated() where index.isMultiple(of: 2) {
      if durations.count < sleepCount {
        guard second < 19 else { return nil }
        let (product, overflow) = first.multipliedReportingOverflow(by: (0..<second).reduce(1) { ten, _ in 10 * ten })
        guard !overflow else { return nil }
        durations.append(product)
      } else {
        guard first < 1_000_000 else { return nil }
        choices += Array(repeating: 0, count: first) + [second]
      }
    }
    self.init(
      choices: choices, order: flag & 4 != 0 ? .sameTask : .arrival, fingerprint: fingerprint,
      sleeps: durations, machineMayStall: flag & 1 != 0, cancels: flag & 2 != 0)
  }

  var deviations: Int { choices.count { $0 > 0 } }
  var plan: Plan { .choices(choices, order) }
  var text: String { "\(Self.version)-\(CodeDigits.text(of: numbers))" }

  /// The numbers that the text writes. Those of the choices come last, so a longer schedule has others behind them.
  var numbers: [Int] {
    let flags = [machineMayStall, cancels, order == .sameTask, fingerprint != nil]
    var numbers = [flags.enumerated().reduce(0) { $0 | ($1.element ? 1 << $1.offset : 0) }]
    if let fingerprint { numbers.append(fingerprint) }
    numbers.append(sleeps.count)
    for sleep in sleeps { numbers += [sleep.withoutZeros.digits, sleep.withoutZeros.zeros] }
    var zeros = 0
    for choice in choices {
      if choice > 0 { numbers += [zeros, choice] }
      zeros = choice > 0 ? 0 : zeros + 1
    }
    return numbers
  }
}

extension Int {
  /// The digits before the zeros at the end, and how many zeros these are.
  var withoutZeros: (digits: Int, zeros: Int) {
    var (digits, zeros) = (self, 0)
    while digits > 0, digits % 10 == 0 { (digits, zeros) = (digits / 10, zeros + 1) }
    return (digits, zeros)
  }
}
