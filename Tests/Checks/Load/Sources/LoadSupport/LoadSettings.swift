import Foundation

/// The settings from the environment.
public enum LoadSettings {
  /// The resource that the load holds.
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

  /// `LOAD_SECONDS`: how long the threads are held. Without a load, how long the waits continue.
  static let seconds = number("LOAD_SECONDS") ?? (kind == .none ? 0 : 6)

  /// `LOAD_HOLDS`: how many times the threads are held, one after the other.
  static let holds = Int(number("LOAD_HOLDS") ?? 1)

  /// `LOAD_FACTOR`: how many times its timeout a wait that must fail may take.
  public static let factor = number("LOAD_FACTOR") ?? 1.3

  /// The library's own setting: the longest time for which the clock of a wait stands still.
  public static let stallLimit = number("EXPECTATIONS_STALL_LIMIT") ?? 30

  /// The number of threads of the concurrency pool for one priority.
  static let poolSize = ProcessInfo.processInfo.activeProcessorCount

  private static let environment = ProcessInfo.processInfo.environment

  private static func number(_ name: String) -> Double? { environment[name].flatMap(Double.init) }
}
