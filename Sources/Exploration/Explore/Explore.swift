import Expectations

/// Runs a body under many orders of its tasks, and fails at this line if it fails under one of them.
///
/// An exploration runs its body again and again, decides each time which task goes on after each `await`, and so finds
/// what happens rarely: a lost update, a notification one step too early, or two tasks that wait for each other.
///
/// ```swift
/// @Test func transfersNeverOverdraw() async {
///   await explore {
///     let account = Account(balance: 100)
///     async let a: Void = account.withdraw(80)
///     async let b: Void = account.withdraw(80)
///     _ = await (a, b)
///     #expect(await account.balance >= 0)
///   }
/// }
/// ```
///
/// The first schedule is the order of arrival, in which the first task that is ready runs first. Then, a complete
/// search takes turns with random schedules. If the test has few schedules, all of them run. The failure shows the
/// steps of the schedule in words, without the deviations that it does not need, and a code that repeats it.
///
/// The body makes everything that it uses, because it runs many times. Its concurrency must be Swift's own: tasks,
/// actors, the main actor, streams, continuations and sleeps. Sleeps take no time, nor do the waits of Expectations
/// that suspend: their timeouts pass in the same time. If Dispatch, a thread or `URLSession` resumes one of its tasks,
/// the exploration fails and says so; see ``ExplorationOption/outside(_:)``.
///
/// The code of a task between two of its awaits is one step, so a data race is not found: the thread sanitizer finds
/// those. A new task begins when the one that makes it awaits: let two tasks of the body call, not a task and the body.
///
/// The tasks of the body run on one thread, one at a time, and so do their jobs on the main actor, which nothing else
/// uses meanwhile. In an `async` context, the call suspends, and that thread is its own. Elsewhere, the call blocks its
/// thread; on the main thread, the body runs there.
///
/// - Parameters:
///   - schedules: how many schedules run at most. `EXPECTATIONS_SCHEDULES` has precedence.
///   - seed: the seed of random schedules. Without one, it follows from the place of the call, so each run of the test
///     runs the same schedules. `EXPECTATIONS_SEED` has precedence.
///   - replay: the code of one schedule, which then is the only one that runs; if nil, that of `EXPECTATIONS_REPLAY`.
///   - options: see ``ExplorationOption``.
///   - body: the test. It fails if it throws an error, or if the framework records a failure in it. In XCTest, an
///     assertion that fails also stands at its own line, and the schedule is not shortened. In Swift Testing, a
///     detached task knows no test, so let it return what the body then checks.
/// - Returns: what was found. The test has already failed if it did not pass.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
@discardableResult
public func explore(
  schedules: Int = ExplorationDefaults.schedules, seed: UInt64? = nil, replay: String? = nil,
  _ options: ExplorationOption..., fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column, body: @escaping @Sendable () async throws -> Void
) async -> ExplorationReport {
  let settings = ExplorationSettings(schedules, seed, replay, options, .at(fileID, filePath, line, column))
  return await ExplorationCall(nil, settings, body).run()
}

/// Runs a body under many orders of its tasks, and blocks the calling thread meanwhile.
///
/// A test of Swift Testing that is not `async` runs on a thread of the concurrency pool, which other tests need: there,
/// prefer `await explore`. Everything else is as in that form.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
@available(*, noasync, message: "use await explore")
@discardableResult
public func explore(
  schedules: Int = ExplorationDefaults.schedules, seed: UInt64? = nil, replay: String? = nil,
  _ options: ExplorationOption..., fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column, body: @escaping @Sendable () async throws -> Void
) -> ExplorationReport {
  let settings = ExplorationSettings(schedules, seed, replay, options, .at(fileID, filePath, line, column))
  return ExplorationCall(nil, settings, body).runBlocking()
}

// The name is no default of the forms above: the compiler would take their first option for it.

/// Does the same as the form without a name. The text of a failure begins with the name.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
@discardableResult
public func explore(
  _ name: String, schedules: Int = ExplorationDefaults.schedules, seed: UInt64? = nil, replay: String? = nil,
  _ options: ExplorationOption..., fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column, body: @escaping @Sendable () async throws -> Void
) async -> ExplorationReport {
  let settings = ExplorationSettings(schedules, seed, replay, options, .at(fileID, filePath, line, column))
  return await ExplorationCall(name, settings, body).run()
}

/// Does the same as the form without a name that blocks. The text of a failure begins with the name.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
@available(*, noasync, message: "use await explore")
@discardableResult
public func explore(
  _ name: String, schedules: Int = ExplorationDefaults.schedules, seed: UInt64? = nil, replay: String? = nil,
  _ options: ExplorationOption..., fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column, body: @escaping @Sendable () async throws -> Void
) -> ExplorationReport {
  let settings = ExplorationSettings(schedules, seed, replay, options, .at(fileID, filePath, line, column))
  return ExplorationCall(name, settings, body).runBlocking()
}
