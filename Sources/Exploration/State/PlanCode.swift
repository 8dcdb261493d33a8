/// A plan as a short text: `p1-2-9E37-1F-0`.
///
/// A crash leaves no time to collect choices, so its note names the plan. The text repeats the schedule in this version
/// of the library; an `x1` code, which the repetition of any other failure prints, does so in later ones.
struct PlanCode: Equatable, Sendable {
  var plan: Plan
  var machineMayStall: Bool
  var cancels: Bool
  /// After how many steps the order of arrival follows, if that is not the usual number.
  var fairAfter: Int?

  private static let version = "p1"

  init(_ plan: Plan, machineMayStall: Bool, cancels: Bool = false, fairAfter: Int = RunLimits().fairAfter) {
    self.plan = plan
    self.machineMayStall = machineMayStall
    self.cancels = cancels
    self.fairAfter = fairAfter == RunLimits().fairAfter ? nil : fairAfter
  }

  /// Reads a text that `text` returned. Returns nil for any other text.
  init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard 5...6 ~= parts.count, parts[0].lowercased() == Self.version else { return nil }
    let numbers = parts.dropFirst().compactMap { UInt64($0, radix: 16) }
    guard numbers.count == parts.count - 1, let length = Int(exactly: numbers[2]), numbers[3] <= 3 else { return nil }
    switch numbers[0] {
    case 0: plan = .arrivalOrder
    case 1: plan = .randomWalk(seed: numbers[1])
    case 2: plan = .arrivalPriorities(seed: numbers[1])
    case 3: plan = .strandPriorities(seed: numbers[1], changes: Portfolio.changes(numbers[1]), length: length)
    default: return nil
    }
    machineMayStall = numbers[3] & 1 != 0
    cancels = numbers[3] & 2 != 0
    fairAfter = numbers.count > 4 ? Int(clamping: numbers[4]) : nil
  }

  private var numbers: (UInt64, UInt64, UInt64, UInt64)? {
    let flag: UInt64 = (machineMayStall ? 1 : 0) + (cancels ? 2 : 0)
    return switch plan {
    case .arrivalOrder: (0, 0, 0, flag)
    case .randomWalk(let seed): (1, seed, 0, flag)
    case .arrivalPriorities(let seed): (2, seed, 0, flag)
    case .strandPriorities(let seed, _, let length): (3, seed, UInt64(length), flag)
    case .choices: nil
    }
  }

  /// The text; nil for choices, which have a code of their own.
  var text: String? {
    numbers.map { numbers in
      let all = [numbers.0, numbers.1, numbers.2, numbers.3] + (fairAfter.map { [UInt64($0)] } ?? [])
      let parts = all.map { String($0, radix: 16, uppercase: true) }
      return Self.version + "-" + parts.joined(separator: "-")
    }
  }
}
