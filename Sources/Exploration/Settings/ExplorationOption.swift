/// Changes how ``explore(schedules:seed:replay:_:fileID:filePath:line:column:body:)-9an`` explores.
public struct ExplorationOption: Sendable {
  enum Kind: Sendable {
    case exhaustive(deviations: Int, isReduced: Bool)
    case within(Duration)
    case machineMayStall
    case cancels
    case reaches([String])
    case outside(Outside)
    case steps(Int)

    /// The name of the option: `within`.
    var name: String { "\(self)".prefix { $0 != "(" }.description }
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
  public static var exhaustive: Self { Self(kind: .exhaustive(deviations: .max, isReduced: false)) }

  /// Runs every schedule that deviates from the order of arrival at most so many times.
  ///
  /// Two or three deviations show most bugs, and are far fewer schedules than all.
  public static func exhaustive(deviations: Int) -> Self {
    Self(kind: .exhaustive(deviations: max(0, deviations), isReduced: false))
  }

  /// What an exploration takes for granted, so that it needs fewer schedules.
  public enum Assumption: Sendable, Equatable {
    /// The tasks of the body share state in actors, on the main actor, and in nothing else: not in objects with a lock,
    /// atomics, streams, files, or continuations that are kept outside of actors. It makes no difference whether a task
    /// is canceled right before it goes to an actor or right after. And no actor starts a `Task {}` that goes on to
    /// another actor.
    case stateIsInActors
  }

  /// Runs every schedule, but of those that differ only in the order of steps that do not depend on each other, one.
  ///
  /// Two steps depend on each other if
  ///
  /// - both use, or call, the same actor,
  /// - one cancels the task of the other,
  /// - they are the ends of two child tasks of one task, or one is the end of a child task of the other's task,
  /// - or time passes in one.
  ///
  /// So in a debug build, two tasks that each call an actor three times need 88 schedules instead of 1,438; with an
  /// actor for each, 4 instead of 9,438:
  ///
  /// ```swift
  /// await explore(.exhaustive(assuming: .stateIsInActors)) {
  ///   let account = Account(balance: 100)
  ///   await withTaskGroup(of: Void.self) { group in
  ///     for _ in 0..<2 {
  ///       group.addTask { for _ in 0..<3 { await account.withdraw(20) } }
  ///     }
  ///   }
  ///   #expect(await account.balance == 0)
  /// }
  /// ```
  ///
  /// It fails like ``exhaustive`` if the schedules are still too many. Where it sees that the assumption does not
  /// suffice, it fails, too: if a task resumes another one that does not wait in an actor which both use, if a step
  /// that should not depend on others goes elsewhere in another order, if ``choice(of:)`` or ``mayThrow(_:)`` is
  /// called, if it cannot follow a task that begins in an actor, or if a task creates more than 255 others, or tasks
  /// are nested more than six deep. Most of what tasks share in locks and atomics is not seen.
  ///
  /// Tasks of `Task {}` and detached tasks go to actors unseen, so their steps count as depending on all others; prefer
  /// `async let` and task groups. It works on Linux, and not together with ``cancels``, ``machineMayStall`` or an
  /// ``outside(_:)`` that is awaited.
  public static func exhaustive(assuming assumption: Assumption) -> Self {
    Self(kind: .exhaustive(deviations: .max, isReduced: true))
  }

  /// Begins no further schedule after this much real time; by default 10 seconds, and 100 under the thread
  /// sanitizer. The schedules that have run count. One that fails is then repeated for at most twice as long again, to
  /// leave out what it does not need.
  public static func within(_ limit: Duration) -> Self { Self(kind: .within(limit)) }

  /// Lets sleeps end before work that is ready, as on a machine that stalls.
  ///
  /// This finds tests and code that take a sleep for synchronization. Without it, time passes only when no task is
  /// ready.
  public static var machineMayStall: Self { Self(kind: .machineMayStall) }

  /// Cancels a task of the test, in each schedule at most one, once.
  ///
  /// The tasks are those that the code in the file of the test makes, with `Task`, `async let` or in a group. Each may
  /// be canceled before any step of the exploration: before it begins, while it waits or sleeps, and when it is about
  /// to go on. If there are few such moments, each is tried. What the body checks must hold with and without it:
  ///
  /// ```swift
  /// await explore(.cancels) {
  ///   let slots = Slots(1)
  ///   let tasks = (0..<2).map { _ in Task { try await slots.use {} } }
  ///   for task in tasks { _ = await task.result }
  ///   #expect(await slots.free == 1)
  /// }
  /// ```
  ///
  /// A task that stays suspended forever because a continuation is not resumed is a failure, too. It works on Linux,
  /// where a task that has ended can be told from one that has not, and needs the lines of the code, as a debug build
  /// has them. Without, the exploration fails and says so.
  public static var cancels: Self { Self(kind: .cancels) }

  /// Fails if no schedule comes to one of these points, which code marks with ``reached(_:)``.
  ///
  /// ```swift
  /// await explore(.reaches("retry")) {
  /// ```
  ///
  /// With a replay code, only one schedule runs, and nothing is checked.
  public static func reaches(_ points: String...) -> Self { Self(kind: .reaches(points)) }

  /// Says what to do when something that is not under control resumes an explored task.
  public static func outside(_ policy: Outside) -> Self { Self(kind: .outside(policy)) }

  /// Ends a run as endless after so many steps; 20,000 by default.
  ///
  /// Well before, the run goes on in the order of arrival, which is fair to all tasks. A test that polls ends then,
  /// unless it polls without a sleep for work from outside, which is only taken when no task is ready.
  public static func steps(_ limit: Int) -> Self { Self(kind: .steps(max(1, limit))) }
}
