import Expectations
import Foundation

/// What an exploration does, from the arguments of the call and the environment.
struct ExplorationSettings: Equatable, Sendable {
  var schedules: Int
  var seed: UInt64
  var replay: ReplayRequest?
  /// How many deviations an exhaustive exploration permits; nil for another one.
  var deviations: Int?
  /// Whether one schedule stands for all that differ only in the order of steps that do not depend on each other.
  var isReduced = false
  /// After how much real time no further schedule begins, in nanoseconds.
  var timeLimit = ThreadSanitizer.isPresent ? 100_000_000_000 : 10_000_000_000
  var machineMayStall = false
  var cancels = false
  /// The points that some schedule must reach.
  var reaches: [String] = []
  /// Whether the body runs once, as a part of the test: what it records and throws stands in the test.
  var isVirtualTime = false
  /// Whether schedules are much longer than the first one, which draws no calls.
  var isOfDrawnCalls = false
  /// Why the arguments cannot mean anything; nil if they can.
  var problem: String?
  /// The file of the test.
  var file: String
  var outside = ExplorationOption.Outside.fails
  var steps = 20_000

  /// After how many schedules an exploration ends that cannot control everything.
  static let schedulesWithOutside = 100

  init(
    schedules: Int, seed: UInt64?, replay: String?, options: [ExplorationOption], site: CallSite,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) {
    let ordered = EnvironmentSetting.read("EXPECTATIONS_SCHEDULES", "a positive whole number", in: environment) {
      Int($0).flatMap { $0 > 0 ? $0 : nil }
    }
    let orderedSeed = EnvironmentSetting.read(
      "EXPECTATIONS_SEED", "a whole number of at most 64 bits", in: environment, by: { UInt64($0) })
    file = "\(site.filePath)"
    self.schedules = max(1, ordered ?? schedules)
    self.seed = orderedSeed ?? seed ?? Self.seed(of: "\(site)")
    let code = environment["EXPECTATIONS_REPLAY"].flatMap { $0.isEmpty ? nil : $0 }
    self.replay = (replay ?? code).map { ReplayRequest($0, isFromEnvironment: replay == nil) }
    if schedules < 1 { problem = "the number of schedules must be at least 1, and is \(schedules)" }
    for (index, option) in options.enumerated() {
      let isSecond = options[..<index].contains { $0.kind.name == option.kind.name }
      if isSecond, option.kind.name != "reaches" { problem = "the option .\(option.kind.name) is given twice" }
      apply(option)
    }
    if isReduced, let other = cancels ? ".cancels" : machineMayStall ? ".machineMayStall" : nil {
      problem = ".exhaustive(assuming:) cannot be together with \(other)"
    }
    if isReduced, outside != .fails {
      problem = ".exhaustive(assuming:) cannot be together with work from outside that is awaited"
    }
    // More schedules than a call asked for need more time than it gave.
    if let ordered, ordered > schedules {
      timeLimit = Self.scaled(timeLimit, by: (ordered - 1) / max(1, schedules) + 1)
    }
  }

  /// The settings of `virtualTime`. The variables for explorations do not count.
  init(virtualTime site: CallSite, outside: ExplorationOption.Outside) {
    self.init(schedules: 1, seed: 1, replay: nil, options: [.outside(outside)], site: site, environment: [:])
    isVirtualTime = true
    steps = 200_000
  }

  /// The settings for a test. A code of the environment that names another test is not for it.
  func forTest(_ name: String?) -> Self {
    var settings = self
    if let replay, !replay.isFor(name) { settings.replay = nil }
    return settings
  }

  private mutating func apply(_ option: ExplorationOption) {
    switch option.kind {
    case .exhaustive(let deviations, let isReduced): (self.deviations, self.isReduced) = (deviations, isReduced)
    case .within(let limit): timeLimit = limit.clampedNanoseconds
    case .machineMayStall: machineMayStall = true
    case .cancels: cancels = true
    case .reaches(let points): reaches += points.filter { !reaches.contains($0) }
    case .outside(let policy): outside = policy
    case .steps(let limit): steps = limit
    }
  }

  /// The seed of a call that names none. It is the same in each run of the test, so a test that passes stays so.
  private static func seed(of place: String) -> UInt64 {
    place.utf8.reduce(1) { RandomNumbers.hash($0, Int($1)) }
  }

  private static func scaled(_ number: Int, by factor: Int) -> Int {
    let (product, overflow) = number.multipliedReportingOverflow(by: factor)
    return overflow ? .max : product
  }

  var limits: RunLimits {
    var limits = RunLimits(steps: steps, machineMayStall: machineMayStall, cancels: cancels)
    if case .isAwaited(let time) = outside { limits.outsideWait = time.clampedNanoseconds }
    return limits
  }
}
