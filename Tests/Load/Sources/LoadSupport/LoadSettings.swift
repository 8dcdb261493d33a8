import Foundation

/// What the environment asks for.
public enum LoadSettings {
  /// What is in the way of the waits.
  enum Kind: String {
    case none
    /// Every thread of the concurrency pool sleeps.
    case sleep
    /// Every thread of the concurrency pool computes.
    case compute
    /// Every thread of the concurrency pool waits for a child process.
    case child
    /// The main queue sleeps.
    case main
  }

  /// `LOAD`.
  static let kind: Kind = {
    guard let name = environment["LOAD"] else { return .none }
    guard let kind = Kind(rawValue: name) else { fatalError("LOAD=\(name): there is no such load") }
    return kind
  }()

  /// `LOAD_SECONDS`: how long the threads are held; without a load, how long the waits go on.
  static let seconds = number("LOAD_SECONDS") ?? (kind == .none ? 0 : 6)

  /// `LOAD_HOLDS`: how often the threads are held, one time after another.
  static let holds = Int(number("LOAD_HOLDS") ?? 1)

  /// `LOAD_FACTOR`: by how much a wait for what never comes may exceed its timeout.
  public static let factor = number("LOAD_FACTOR") ?? 1.3

  /// The library's own setting: how long the clock of a wait stands still at most.
  public static let stallLimit = number("EXPECTATIONS_STALL_LIMIT") ?? 30

  /// How many threads the concurrency pool has for one priority.
  static let poolSize = ProcessInfo.processInfo.activeProcessorCount

  private static let environment = ProcessInfo.processInfo.environment

  private static func number(_ name: String) -> Double? { environment[name].flatMap(Double.init) }
}
