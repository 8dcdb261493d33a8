/// Changes how ``explore(schedules:seed:replay:_:fileID:filePath:line:column:body:)-9an`` explores.
public struct ExplorationOption: Sendable {
  enum Kind: Sendable {
    case exhaustive(deviations: Int)
    case within(Duration)
    case machineMayStall
    case outside(Outside)
    case steps(Int)
  }

  let kind: Kind

  /// What to do when something that is not under control resumes an explored task: Dispatch, a thread, `URLSession`.
  public enum Outside: Sendable, Equatable {
    /// The exploration fails, and says where the resumptions came from. This is the default, because orders that depend
    /// on other threads were not explored.
    case fails
    /// Resumptions from outside are part of the test. A run in which no task is ready waits so long for one, in real
    /// time, before time passes.
    case isAwaited(for: Duration)
  }

  /// Runs every schedule. Fails when the number of schedules or the time does not suffice, and says how many ran.
  public static var exhaustive: Self { Self(kind: .exhaustive(deviations: .max)) }

  /// Runs every schedule that deviates from the order of arrival at most so many times.
  ///
  /// Two or three deviations show most bugs, and are far fewer schedules than all.
  public static func exhaustive(deviations: Int) -> Self { Self(kind: .exhaustive(deviations: max(0, deviations))) }

  /// Begins no further schedule after this much real time; 10 seconds by default. The schedules that have run count.
  public static func within(_ limit: Duration) -> Self { Self(kind: .within(limit)) }

  /// Lets sleeps end before work that is ready, as on a machine that stalls.
  ///
  /// This finds tests and code that take a sleep for synchronization. Without it, time passes only when no task is
  /// ready.
  public static var machineMayStall: Self { Self(kind: .machineMayStall) }

  /// Says what to do when something that is not under control resumes an explored task.
  public static func outside(_ policy: Outside) -> Self { Self(kind: .outside(policy)) }

  /// Ends a run as endless after so many steps; 20,000 by default.
  ///
  /// Well before, the run goes on in the order of arrival, which is fair to all tasks. A test that polls ends then.
  public static func steps(_ limit: Int) -> Self { Self(kind: .steps(max(1, limit))) }
}
