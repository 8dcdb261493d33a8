import Expectations

/// Decides which schedules run, and in which order.
///
/// The first one is the order of arrival. Then a complete search runs alone for a while: most tests have few schedules.
/// If it is not complete by then, partial order sampling, strand priorities and a random walk run between its
/// schedules, each of which finds what others miss. They get half of the budget, and the search the other half. Once
/// the search cannot end within the budget, it gets a tenth.
struct Portfolio: Equatable, Sendable {
  private let seed: UInt64
  private let budget: Int
  private let completeOnly: Bool
  private var search: DeviationSearch
  private var searched = 0
  private var sampled = 0
  private var longest = 0
  /// The choices that the search gave last, until their run is noted.
  private var current: [Int]?
  /// The fingerprints of the orders that have run.
  private(set) var orders: Set<UInt64> = []
  /// What the first schedule did, with which each other one is compared.
  private var first: Trace?
  private var hasRunAll = false
  /// Whether a limit of steps kept orders of some schedule from being tried.
  private(set) var isCut = false
  /// Whether every schedule has run, or every one with the permitted deviations.
  var isComplete: Bool { hasRunAll && !isCut }

  /// How many schedules of the complete search run before the samples begin.
  static let aloneCount = 12
  /// At how many choices the priorities of strands change. Few changes find bugs that need few steps in order, in long
  /// schedules, too; many find deep bugs.
  private static let changes = [2, 4, 8, 16]
  /// How many samples run between two schedules of the search: if it may end within the budget, and if not.
  static let samplesPerSearch = (few: 3, many: 9)

  /// Makes a portfolio of `budget` schedules, or of all with at most `deviations` deviations.
  init(seed: UInt64, budget: Int, deviations: Int? = nil) {
    (self.seed, self.budget, completeOnly) = (seed, budget, deviations != nil)
    search = DeviationSearch(deviations: deviations ?? .max, budget: budget)
  }

  /// Returns the plan of the next schedule; nil when the budget is spent or every schedule has run.
  mutating func next() -> Plan? {
    guard !hasRunAll else { return nil }
    guard searched + sampled < budget else {
      // The budget may be exactly enough.
      hasRunAll = completeOnly && search.known <= budget
      return nil
    }
    guard mustSearch else {
      sampled += 1
      return sample(sampled - 1)
    }
    guard let choices = search.next() else {
      hasRunAll = true
      return nil
    }
    searched += 1
    current = choices
    return .choices(choices)
  }

  /// Notes what the schedule of the last plan did.
  ///
  /// Returns false if it did not repeat the steps of the schedules that begin with the same choices.
  mutating func note(_ trace: Trace) -> Bool {
    longest = max(longest, trace.choices.count)
    orders.insert(trace.fingerprint)
    if trace.isCut { isCut = true }
    let agrees = first?.agrees(with: trace) ?? true
    first = first ?? trace
    guard let choices = current else { return agrees }
    current = nil
    return search.add(choices, trace) && agrees
  }

  private var mustSearch: Bool {
    if completeOnly || searched < min(Self.aloneCount, max(1, budget / 2)) { return true }
    let mayEnd = search.known <= budget
    guard sampled < (mayEnd ? budget / 2 : budget - budget / 10) else { return true }
    let perSearch = mayEnd ? Self.samplesPerSearch.few : Self.samplesPerSearch.many
    return sampled >= (searched - Self.aloneCount + 1) * perSearch
  }

  private func sample(_ number: Int) -> Plan {
    let seed = RandomNumbers.hash(seed, number)
    let changes = Self.changes[Int(seed % 4)]
    return switch number % 8 {
    case 0, 2, 6: .arrivalPriorities(seed: seed)
    case 4: .randomWalk(RandomNumbers(seed: seed))
    default: .strandPriorities(StrandPriorities(seed: seed, changes: changes, length: longest))
    }
  }
}
