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
  /// The search that leaves out orders, if it runs instead.
  private var reduced: ReducedSearch?
  /// Whether calls of actors follow their steps at once in that search, which only one without nested calls permits.
  private var callsFollow = true
  /// How often two steps of the same two strands have not come in the other order, if that is searched.
  var notReversed: [[Int]: Int]? { reduced?.notReversed }
  /// Why steps that are taken to commute may not, if a schedule showed it.
  private(set) var wrongAssumption: Trace.WrongAssumption?
  private var hasRun = 0
  private var searched = 0
  private var sampled = 0
  private var longest = 0
  private var current: [Int]?
  private var isWalk = false
  /// The orders that have run.
  private(set) var orders = OrderCount()
  /// What the first schedule did, with which each other one is compared.
  private var first: Trace?
  private var hasRunAll = false
  /// Whether a limit of steps kept orders of some schedule from being tried.
  private(set) var isCut = false
  /// Whether every schedule has run, or every one with the permitted deviations.
  var isComplete: Bool { hasRunAll && !isCut && reduced?.leavesOut != true && wrongAssumption == nil }

  /// How many schedules of the complete search run before the samples begin.
  static let aloneCount = 12
  /// At how many choices the priorities of strands change. Few changes find bugs that need few steps in order, in long
  /// schedules, too; many find deep bugs. It follows from the seed, so that a code needs no other number.
  static func changes(_ seed: UInt64) -> Int { [2, 4, 8, 16][Int(seed % 4)] }
  /// How many samples run between two schedules of the search: if it may end within the budget, and if not.
  static let samplesPerSearch = (few: 3, many: 9)

  /// Makes a portfolio of `budget` schedules, or of all with at most `deviations` deviations, or of one for each order
  /// of the steps that do not commute.
  init(seed: UInt64, budget: Int, deviations: Int? = nil, isReduced: Bool = false) {
    self.seed = seed
    self.budget = budget
    completeOnly = deviations != nil
    search = DeviationSearch(deviations: deviations ?? .max, budget: budget)
    reduced = isReduced ? ReducedSearch(budget: budget) : nil
  }

  /// Returns the plan of the next schedule; nil when the budget is spent or every schedule has run.
  mutating func next() -> Plan? {
    guard !hasRunAll else { return nil }
    guard hasRun < budget else {
      // The budget may be exactly enough.
      if reduced != nil ? reduced!.notReversed.isEmpty : completeOnly && search.known <= budget { hasRunAll = true }
      return nil
    }
    hasRun += 1
    if reduced != nil {
      let strands = reduced!.next()
      hasRunAll = strands == nil
      return strands.map { .strands($0, callsFollow: callsFollow) }
    }
    if mustSearch {
      if let choices = search.next() {
        searched += 1
        current = choices
        return choices.isEmpty ? .arrivalOrder : .choices(choices)
      }
      hasRunAll = true
      return nil
    }
    defer { sampled += 1 }
    let plan = sample(sampled)
    isWalk = if case .randomWalk = plan { true } else { false }
    return plan
  }

  /// Notes what the schedule of the last plan did.
  ///
  /// Returns false if it did not repeat the steps of the schedules that begin with the same choices.
  mutating func note(_ trace: Trace) -> Bool {
    longest = max(longest, trace.choices.count)
    orders.add(trace, isWalk: isWalk)
    isWalk = false
    if trace.isCut { isCut = true }
    let agrees = first.map { $0.agrees(with: trace) } ?? true
    first = first ?? trace
    if let uses = trace.uses, reduced != nil {
      note(uses, isCut: trace.isCut)
      return agrees
    }
    guard let choices = current else { return agrees }
    current = nil
    return search.add(choices, trace) && agrees
  }

  private mutating func note(_ uses: Trace.Uses, isCut: Bool) {
    if uses.hasNestedCalls, callsFollow {
      // From the start, with more steps.
      (reduced, callsFollow) = (ReducedSearch(budget: budget), false)
    } else {
      // A run that is cut does not follow its plan to the end.
      let isAsExpected = reduced!.add(uses.steps) && !uses.isAnother
      wrongAssumption = uses.wrongAssumption ?? (isAsExpected || isCut ? nil : .otherSteps)
    }
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
    case 4: .randomWalk(seed: seed)
    default: .strandPriorities(seed: seed, changes: Self.changes(seed), length: longest)
    }
  }
}
