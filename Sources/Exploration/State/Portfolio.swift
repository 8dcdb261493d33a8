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
  /// Their fingerprints.
  private(set) var orders: Set<UInt64> = []
  /// What the first schedule did, with which each other one is compared.
  private var first: Trace?
  private var hasRunAll = false
  /// Whether a limit of steps kept orders of some schedule from being tried.
  private(set) var isCut = false
  /// Whether every schedule has run, or every one with the permitted deviations.
  var isComplete: Bool { hasRunAll && !isCut }

  /// How many schedules of the complete search run before the samples begin.
  private static let aloneCount = 12
  /// At how many choices the priorities of strands change. Many changes find deep bugs, few find others sooner.
  private static let changes = [2, 4, 8, 16]

  /// - Parameter deviations: Nil for a mix of strategies; otherwise, a search for all schedules with at most so many.
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
    // Between two schedules of the search, so many samples run.
    return sampled >= (searched - Self.aloneCount + 1) * (mayEnd ? 3 : 9)
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
