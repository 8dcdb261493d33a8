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
    // The strands of a plan are no number.
    let hasStrands = parts[1] == "4"
    let strands = hasStrands ? CodeDigits.numbers(in: parts[2])?.map { $0 - 1 } : []
    var numbers = parts.dropFirst().map { UInt64($0, radix: 16) }
    if hasStrands { numbers[1] = 0 }
    let known = numbers.compactMap(\.self)
    guard let strands, known.count == numbers.count else { return nil }
    self.init(known, strands: strands)
  }

  private init?(_ numbers: [UInt64], strands: [Int]) {
    guard let length = Int(exactly: numbers[2]), numbers[3] <= 3 else { return nil }
    switch numbers[0] {
    case 0: plan = .arrivalOrder
    case 1: plan = .randomWalk(seed: numbers[1])
    case 2: plan = .arrivalPriorities(seed: numbers[1])
    case 3: plan = .strandPriorities(seed: numbers[1], changes: Portfolio.changes(numbers[1]), length: length)
    case 4: plan = .strands(strands, callsFollow: numbers[2] != 0)
    default: return nil
    }
    machineMayStall = numbers[3] & 1 != 0
    cancels = numbers[3] & 2 != 0
    fairAfter = numbers.count > 4 ? Int(clamping: numbers[4]) : nil
  }

  /// The text; nil for choices, which have a code of their own.
  var text: String? {
    func hex(_ number: UInt64) -> String { String(number, radix: 16, uppercase: true) }
    let parts: (kind: String, seed: String, length: String)? =
      switch plan {
      case .arrivalOrder: ("0", "0", "0")
      case .randomWalk(let seed): ("1", hex(seed), "0")
      case .arrivalPriorities(let seed): ("2", hex(seed), "0")
      case .strandPriorities(let seed, _, let length): ("3", hex(seed), hex(UInt64(length)))
      case .strands(let strands, let callsFollow):
        ("4", CodeDigits.text(of: strands.map { $0 + 1 }), callsFollow ? "1" : "0")
      case .choices: nil
      }
    return parts.map { parts in
      let flag: UInt64 = (machineMayStall ? 1 : 0) + (cancels ? 2 : 0)
      let all = [Self.version, parts.kind, parts.seed, parts.length, hex(flag)]
      return (all + (fairAfter.map { [hex(UInt64($0))] } ?? [])).joined(separator: "-")
    }
  }
}
