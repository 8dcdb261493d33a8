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
  private var hasRun = 0
  private var searched = 0
  private var sampled = 0
  private var longest = 0
  private var current: [Int]?
  /// The orders that have run, by their fingerprints.
  private var orders: Set<UInt64> = []
  /// How many different orders have run.
  var orderCount: Int { orders.count }
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
  private static func changes(_ seed: UInt64) -> Int { [2, 4, 8, 16][Int(seed % 4)] }
  /// How many samples run between two schedules of the search: if it may end within the budget, and if not.
  static let samplesPerSearch = (few: 3, many: 9)

  /// Makes a portfolio of `budget` schedules, or of all with at most `deviations` deviations.
  init(seed: UInt64, budget: Int, deviations: Int? = nil) {
    self.seed = seed
    self.budget = budget
    completeOnly = deviations != nil
    search = DeviationSearch(deviations: deviations ?? .max, budget: budget)
  }

  /// Returns the plan of the next schedule; nil when the budget is spent or every schedule has run.
  mutating func next() -> Plan? {
    guard !hasRunAll else { return nil }
    guard hasRun < budget else {
      // The budget may be exactly enough.
      if completeOnly && search.known <= budget { hasRunAll = true }
      return nil
    }
    hasRun += 1
    if mustSearch {
      if let choices = search.next() {
        searched += 1
        current = choices
        return .choices(choices)
      }
      hasRunAll = true
      return nil
    }
    defer { sampled += 1 }
    return sample(sampled)
  }

  /// Notes what the schedule of the last plan did.
  ///
  /// Returns false if it did not repeat the steps of the schedules that begin with the same choices.
  mutating func note(_ trace: Trace) -> Bool {
    longest = max(longest, trace.choices.count)
    orders.insert(trace.fingerprint)
    if trace.isCut { isCut = true }
    let agrees = first.map { $0.agrees(with: trace) } ?? true
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
    return switch number % 8 {
    case 0, 2, 6: .arrivalPriorities(seed: seed)
    case 4: .randomWalk(RandomNumbers(seed: seed))
    default: .strandPriorities(StrandPriorities(seed: seed, changes: Self.changes(seed), length: longest))
    }
  }
}
