/// Changes how ``explore(schedules:seed:replay:_:fileID:filePath:line:column:body:)-9an`` explores.
public struct ExplorationOption: Sendable {
  let name: String
  let apply: @Sendable (inout ExplorationSettings) -> Void

  /// What to do when something that is not under control resumes an explored task: Dispatch, a thread, `URLSession`.
  public enum Outside: Sendable, Equatable {
    /// The exploration fails, and says where they came from: orders that depend on other threads were not explored.
    case fails
    /// Resumptions from outside are part of the test. A run in which no task is ready waits so long for one, in real
    /// time, before time passes.
    case isAwaited(for: Duration)
  }

  /// Runs every schedule. Fails when the number of schedules or the time does not suffice, and says how many ran.
  public static var exhaustive: Self { exhaustive(deviations: .max) }

  /// Runs every schedule that deviates from the order of arrival at most so many times.
  ///
  /// Two or three deviations show most bugs, and are far fewer schedules than all.
  public static func exhaustive(deviations: Int) -> Self {
    Self(name: "exhaustive") { $0.deviations = max(0, deviations) }
  }

  /// Begins no further schedule after this much real time; by default 10 seconds, and 100 under the thread sanitizer.
  ///
  /// One that fails is then repeated for at most twice as long again, to leave out what it does not need.
  public static func within(_ limit: Duration) -> Self {
    Self(name: "within") { $0.timeLimit = limit.clampedNanoseconds }
  }

  /// Lets sleeps end before work that is ready, as on a machine that stalls.
  ///
  /// This finds code that takes a sleep for synchronization. Without it, time passes only when no task is ready.
  public static var machineMayStall: Self { Self(name: "machineMayStall") { $0.limits.machineMayStall = true } }

  /// Cancels one of the tasks that the body gives to ``mayCancel(_:)``, in each schedule at most one, once.
  ///
  /// The checks in the body must hold with and without it. If there are few moments at which a task may be canceled,
  /// each is tried. If no schedule comes to ``mayCancel(_:)``, the exploration fails and says so; with a replay code,
  /// only one schedule runs, and that is not checked.
  public static var cancels: Self { Self(name: "cancels") { $0.limits.cancels = true } }

  /// Fails if no schedule comes to one of these points, which code marks with ``reached(_:)``. A replay checks nothing.
  public static func reaches(_ points: String...) -> Self {
    Self(name: "reaches") { settings in settings.reaches += points.filter { !settings.reaches.contains($0) } }
  }

  /// Says what to do when something that is not under control resumes an explored task.
  public static func outside(_ policy: Outside) -> Self {
    Self(name: "outside") { settings in
      settings.outside = policy
      if case .isAwaited(let time) = policy { settings.limits.outsideWait = time.clampedNanoseconds }
    }
  }

  /// Ends a run as endless after so many steps; 20,000 by default.
  ///
  /// Well before, the run goes on in the order of arrival, which is fair to all tasks. A test that polls ends then,
  /// unless it polls without a sleep for work from outside, which is only taken when no task is ready.
  public static func steps(_ limit: Int) -> Self { Self(name: "steps") { $0.limits.steps = max(1, limit) } }
}
