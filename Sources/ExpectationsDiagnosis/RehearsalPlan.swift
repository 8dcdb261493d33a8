import Expectations

/// The bursts of a rehearsal, in which a part of the process is held. The same seed gives the same bursts.
struct RehearsalPlan: Sendable {
  /// What a burst holds.
  enum Held: CaseIterable, Sendable {
    case mainQueue
    /// All threads of the concurrency pool but one.
    case pool
    case globalQueue
    case processors

    var name: String {
      switch self {
      case .mainQueue: "the main queue"
      case .pool: "the concurrency pool but one thread"
      case .globalQueue: "the global queue"
      case .processors: "the processors"
      }
    }
  }

  struct Burst: Equatable, Sendable {
    var held: [Held]
    /// How long nothing is held before it.
    var pause: Int64
    var length: Int64
  }

  let seed: UInt64
  private var numbers: RandomNumbers

  init(seed: UInt64) {
    self.seed = seed
    numbers = RandomNumbers(seed: seed)
  }

  /// Parses the value of the variable: `busy`, or `busy:` and the seed of an earlier run.
  init?(_ text: String, newSeed: @autoclosure () -> UInt64) {
    if text == "busy" {
      self.init(seed: newSeed())
    } else if text.hasPrefix("busy:"), let seed = UInt64(text.dropFirst("busy:".count)) {
      self.init(seed: seed)
    } else {
      return nil
    }
  }

  /// How to repeat the bursts.
  var setting: String { "EXPECTATIONS_REHEARSAL=busy:\(seed)" }

  /// A burst of 50 to 600 ms after a pause of 20 to 300 ms. One of four holds two parts at the same time.
  mutating func next() -> Burst {
    let pause = numbers.next(below: 281) + 20
    let length = numbers.next(below: 551) + 50
    var parts = Held.allCases
    var held = [parts.remove(at: numbers.next(below: parts.count))]
    if numbers.next(below: 4) == 0 { held.append(parts[numbers.next(below: parts.count)]) }
    return Burst(held: held, pause: Int64(pause) * 1_000_000, length: Int64(length) * 1_000_000)
  }
}
