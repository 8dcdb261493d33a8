/// Threads and tasks that stand in each other's way, as far as standings prove it.
///
/// A thread in a deadlock waits without a limit, and neither it nor the holder of its lock ran between the two looks at
/// all threads. Threads that merely contend for one lock do not wait for different ones.
enum Deadlock: Equatable, Sendable {
  /// A thread waits for a lock that the thread of the wait holds. That thread waits, so it does not give it up.
  case lockOfThisWait(Standing)
  /// A thread waits for a lock that it holds itself.
  case ownLock(Standing)
  /// Each waits for what the next one holds or is, and the last one for the first. A task alone waits for its own end.
  case cycle([Standing])
  /// Tasks wait for their turn on an actor, one of whose methods a thread is in.
  case busyActor(name: String, waiting: Standing, running: Standing)

  /// Finds all of them. The standings must not be grouped, and must have those that say what is missing.
  static func all(in standings: [Standing]) -> [Deadlock] {
    lockWaits(standings) + cycles(standings) + (standings.contains(where: \.isCut) ? [] : busyActors(standings))
  }

  /// Who is in it.
  var standings: [Standing] {
    switch self {
    case .lockOfThisWait(let standing), .ownLock(let standing): [standing]
    case .cycle(let standings): standings
    case .busyActor(_, let waiting, let running): [waiting, running]
    }
  }

  private static func lockWaits(_ standings: [Standing]) -> [Deadlock] {
    standings.compactMap { standing in
      guard case .lock(let holder?) = standing.activity, holder.isStill, !holder.isLimited else { return nil }
      if holder.isOfThisWait { return .lockOfThisWait(standing) }
      return standing.subject.identity == .thread(holder.number) ? .ownLock(standing) : nil
    }
  }

  private static func cycles(_ standings: [Standing]) -> [Deadlock] {
    var byIdentity: [Standing.Identity: Standing] = [:]
    for standing in standings {
      if let identity = standing.subject.identity { byIdentity[identity] = standing }
    }
    var seen: Set<Standing.Identity> = []
    return standings.compactMap { standing in
      guard let first = standing.subject.identity, !seen.contains(first),
        let cycle = cycle(from: first, byIdentity), isProved(cycle)
      else { return nil }
      seen.formUnion(cycle.compactMap(\.subject.identity))
      return .cycle(cycle)
    }
  }

  /// The standings from one to the next that it waits for, if the way leads back to the first.
  private static func cycle(
    from first: Standing.Identity, _ standings: [Standing.Identity: Standing]
  ) -> [Standing]? {
    var cycle: [Standing] = []
    var identity = first
    while cycle.count <= standings.count, let standing = standings[identity], let next = standing.blocker {
      cycle.append(standing)
      if next == first { return cycle }
      identity = next
    }
    return nil
  }

  /// A thread that holds its own lock is found by itself, and the threads of a cycle wait for different locks.
  private static func isProved(_ cycle: [Standing]) -> Bool {
    let locks = cycle.compactMap(\.lockOfThread)
    return locks.isEmpty || locks.count > 1 && Set(locks).count == locks.count
  }

  /// Only an actor of whose type one thread runs a method is said to be busy: two actors may have the same type.
  private static func busyActors(_ standings: [Standing]) -> [Deadlock] {
    var named: Set<String> = []
    return standings.compactMap { standing in
      guard let name = standing.actor?.name, named.insert(name).inserted else { return nil }
      let identities = Set(standings.compactMap { $0.actor?.name == name ? $0.actor?.identity : nil })
      let running = standings.filter { $0.isThread && $0.function?.isMethod(of: name) == true }
      guard identities.count == 1, running.count == 1 else { return nil }
      return .busyActor(name: name, waiting: standing, running: running[0])
    }
  }
}

extension Standing {
  /// What another thread or task can wait for.
  package enum Identity: Hashable, Sendable {
    case thread(Int32)
    case task(UInt64)
  }

  /// What this one waits for, if it is a thread or a task.
  fileprivate var blocker: Identity? {
    switch activity {
    case .lock(let holder?): holder.isStill && !holder.isLimited ? .thread(holder.number) : nil
    case .task(let identity): .task(identity)
    default: nil
    }
  }

  fileprivate var lockOfThread: UInt64? {
    if case .lock(let holder?) = activity { holder.lock } else { nil }
  }

  /// Whether it says that others may be missing: then it is not known whether a thread is the only one in a method.
  fileprivate var isCut: Bool { subject == .threads && activity == .unknown(.limit) }

  fileprivate var actor: Actor? {
    if case .actor(let actor) = activity { actor } else { nil }
  }

  fileprivate var isThread: Bool {
    if case .thread = subject { true } else { false }
  }
}

extension Standing.Subject {
  var identity: Standing.Identity? {
    switch self {
    case .thread(let number, _, _): .thread(number)
    case .task(let identity, _): .task(identity)
    case .threads, .tasks: nil
    }
  }
}

extension String {
  /// Whether this is the name of a method of a type, or of a closure in one.
  fileprivate func isMethod(of type: String) -> Bool {
    hasPrefix(type + ".") || contains(text: " " + type + ".")
  }
}
