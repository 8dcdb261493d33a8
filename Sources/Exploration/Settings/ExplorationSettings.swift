import Expectations
import Foundation

/// What an exploration does, from the arguments of the call and the environment.
struct ExplorationSettings: Equatable, Sendable {
  let site: CallSite
  var schedules: Int
  var seed: UInt64
  var replay: ReplayRequest?
  /// How many deviations an exhaustive exploration permits; nil for another one.
  var deviations: Int?
  /// After how much real time no further schedule begins, in nanoseconds. Under the thread sanitizer, code runs about
  /// ten times slower.
  ///
  /// Assumption: a program that is built with the thread sanitizer has a function of this name.
  /// Check: by `timeLimit_underTheThreadSanitizer_isLonger`, which runs under it, too.
  /// If false: explorations end after 10 seconds with fewer schedules.
  /// Remove when: the compiler states the sanitizer as a condition.
  var timeLimit = RuntimeSymbol.address("__tsan_init") != nil ? 100_000_000_000 : 10_000_000_000
  var limits = RunLimits()
  var reaches: [String] = []
  /// Whether the body runs once, as a part of the test: its failures and errors are those of the test.
  var isVirtualTime = false
  /// Whether schedules are much longer than the first one, which draws no calls.
  var isOfDrawnCalls = false
  /// Why the arguments cannot mean anything.
  var problem: String?
  var outside = ExplorationOption.Outside.fails

  init(
    _ schedules: Int, _ seed: UInt64?, _ replay: String?, _ options: [ExplorationOption], _ site: CallSite,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) {
    self.site = site
    let ordered = EnvironmentSetting.read("EXPECTATIONS_SCHEDULES", "a positive whole number", in: environment) {
      Int($0).flatMap { $0 > 0 ? $0 : nil }
    }
    let orderedSeed = EnvironmentSetting.read(
      "EXPECTATIONS_SEED", "a whole number of at most 64 bits", in: environment, by: { UInt64($0) })
    self.schedules = max(1, ordered ?? schedules)
    // That of a call that names none is the same in each run of the test, so a test that passes stays so.
    self.seed = orderedSeed ?? seed ?? "\(site)".utf8.reduce(1) { RandomNumbers.hash($0, Int($1)) }
    let code = environment["EXPECTATIONS_REPLAY"].flatMap { $0.isEmpty ? nil : $0 }
    self.replay = (replay ?? code).map { ReplayRequest($0, isFromEnvironment: replay == nil) }
    if schedules < 1 { problem = "the number of schedules must be at least 1, and is \(schedules)" }
    for (index, option) in options.enumerated() {
      let isSecond = options[..<index].contains { $0.name == option.name }
      if isSecond, option.name != "reaches" { problem = "the option .\(option.name) is given twice" }
      option.apply(&self)
    }
    // More schedules than a call asked for need more time than it gave.
    if let ordered, ordered > schedules {
      let (product, overflow) = timeLimit.multipliedReportingOverflow(by: (ordered - 1) / max(1, schedules) + 1)
      timeLimit = overflow ? .max : product
    }
  }

  /// The settings of `virtualTime`. The variables for explorations do not count.
  init(virtualTime site: CallSite, outside: ExplorationOption.Outside) {
    self.init(1, 1, nil, [.outside(outside)], site, environment: [:])
    (isVirtualTime, limits.steps, limits.endsOutside) = (true, 200_000, outside == .fails)
  }

  /// The settings for a test. A code of the environment that names another test is not for it.
  func forTest(_ name: String?) -> Self {
    var settings = self
    if let replay, !replay.isFor(name) { settings.replay = nil }
    return settings
  }
}
