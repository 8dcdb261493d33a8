/// Names those that stand in each other's way.
enum DeadlockText {
  /// A line of its own, for what no single standing tells.
  static func line(_ deadlock: Deadlock) -> String? {
    switch deadlock {
    case .cycle(let standings): cycle(standings)
    case .lockOfThisWait(let standing): "deadlock: \(who(standing)) needs a lock that the thread of this wait holds"
    case .ownLock(let standing): "deadlock: \(who(standing)) waits for a lock that it holds itself"
    case .busyActor: nil
    }
  }

  /// What keeps the actor busy for which a task waits.
  static func busy(_ deadlock: Deadlock, _ standing: Standing) -> String? {
    guard case .busyActor(let name, _, let running) = deadlock, case .actor(let actor) = standing.activity,
      actor.name == name
    else { return nil }
    let method = running.function.map { $0.hasPrefix(name + ".") ? String($0.dropFirst(name.count + 1)) : $0 }
    return "\(name) is busy" + (method.map { " in " + $0 } ?? "") + at(running)
  }

  private static func cycle(_ standings: [Standing]) -> String {
    guard standings.count > 1 else {
      return "deadlock: " + standings.map(who).joined() + " waits for its own end"
    }
    guard standings.count > 2 else {
      return "deadlock: " + standings.map(who).joined(separator: " and ") + " wait for each other"
    }
    return "deadlock: each waits for the next: " + (standings + standings.prefix(1)).map(who).joined(separator: " → ")
  }

  private static func who(_ standing: Standing) -> String { StandingLine(standing).subject + at(standing) }

  private static func at(_ standing: Standing) -> String { StandingLine(standing).place.map { " at " + $0 } ?? "" }
}
