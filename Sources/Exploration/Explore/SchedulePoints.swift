/// Notes that the exploration comes to a point with this name, for ``ExplorationOption/reaches(_:)``.
///
/// It does nothing outside of an exploration, and takes hardly any time there.
public func reached(_ point: String) {
  guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return }
  Scheduler.runOfCaller?.scheduler.reached.insert(point)
}

/// Gives a task to an exploration that cancels: one with the option ``ExplorationOption/cancels``.
///
/// ```swift
/// await explore(.cancels) {
///   let slots = Slots(1)
///   let tasks = (0..<2).map { _ in Task { try await slots.use {} } }
///   for task in tasks { mayCancel(task) }
///   for task in tasks { _ = await task.result }
///   #expect(await slots.free == 1)
/// }
/// ```
///
/// From here on, a schedule may cancel the task wherever it is suspended: before it begins, while it waits or sleeps,
/// and when it is about to go on. A schedule cancels at most one task, once, and in the order of arrival none. Child
/// tasks are canceled with it. One of `async let` or a group cannot be given: nothing but its parent cancels it.
///
/// The same task again adds nothing, and a task that has ended is not canceled. Without the option, and outside of an
/// exploration, it does nothing.
///
/// - Parameter task: A task of the body, or one that the code under test has made and hands out.
public func mayCancel<Success, Failure>(_ task: Task<Success, Failure>) {
  guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *), let run = Scheduler.runOfCaller
  else { return }
  run.scheduler.hasCancelable = true
  // Assumption: a task is the address of its job.
  // Check: by `CancellationTests`, whose texts name the task that is canceled.
  // If false: two tasks may be taken for one, and texts do not name them. The right one is canceled.
  // Remove when: the standard library tells the job of a task.
  let job = unsafeBitCast(task, to: UnownedJob.self)
  if run.limits.cancels { run.tasks.mayCancel(job, run.jobs.number(of: job)) { task.cancel() } }
}

/// Throws an error in some schedules of an exploration; outside of one, in none.
///
/// A fake calls it where the real code may fail. Whether it throws is a choice like the order of the tasks. In the
/// order of arrival it does not, and a failing schedule throws as seldom as it can.
///
/// ```swift
/// struct FakeServer: Server {
///   func record() async throws -> Record {
///     try mayThrow(URLError(.timedOut))
///     return Record(title: "Notes")
///   }
/// }
/// ```
public func mayThrow<Failure: Error>(_ error: Failure) throws(Failure) {
  guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return }
  guard let run = Scheduler.runOfCaller, run.chooseValue(of: 2) == 1 else { return }
  run.log?.changeLast { $0.thrown.append("\(error)") }
  throw error
}

/// Returns one of some values, which an exploration chooses; outside of one, the first.
///
/// It is a choice like the order of the tasks, and a replay code repeats it. A failing schedule has the first value
/// wherever that fails, too, so let the simplest value be the first.
///
/// - Parameter values: At least one, and not many.
public func choice<Values: Collection>(of values: Values) -> Values.Element {
  precondition(!values.isEmpty, "choice(of:) needs at least one value")
  guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *), let run = Scheduler.runOfCaller
  else { return values[values.startIndex] }
  return values[values.index(values.startIndex, offsetBy: run.chooseValue(of: values.count))]
}
