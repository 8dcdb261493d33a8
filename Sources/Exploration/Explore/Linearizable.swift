import Expectations

/// Calls something from several tasks in many orders, and fails if the results are ones that no order of the calls, one
/// after the other, could have.
///
/// ```swift
/// await linearizable(Account(balance: 100), model: 100) {
///   ModeledCall("withdraw", with: [10, 80]) {
///     await $0.withdraw($1)
///   } model: { balance, amount in
///     guard amount <= balance else { return false }
///     balance -= amount
///     return true
///   }
///   ModeledCall("balance", { await $0.balance }, model: { $0 })
/// }
/// ```
///
/// Each schedule of the exploration draws its own calls for each task, and some that come when the tasks have ended. A
/// call that ends before another begins also comes before it in the model. The failure shows the calls of a
/// shortened program, the tasks beside each other, and then the steps.
///
/// - Parameters:
///   - subject: What is called. The expression is evaluated in each schedule.
///   - model: The model as it is at the beginning. It is a value.
///   - tasks: How many tasks call.
///   - calls: How many calls each task makes at most, and how many come afterwards.
///   - schedules: How many schedules run at most. This and the next three are as in `explore`.
///   - seed: The seed of random schedules.
///   - replay: The code of one schedule, which then is the only one that runs.
///   - options: See ``ExplorationOption``.
///   - modeledCalls: What may be called.
/// - Returns: What was found. The test has already failed if it did not pass.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
@discardableResult
public func linearizable<Subject: Sendable, Model: Sendable>(
  _ subject: @autoclosure @escaping @Sendable () -> Subject, model: Model, tasks: Int = 2, calls: Int = 2,
  schedules: Int = ExplorationDefaults.schedules, seed: UInt64? = nil, replay: String? = nil,
  _ options: ExplorationOption..., fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column,
  @ModeledCallsBuilder<Subject, Model> of modeledCalls: () -> [ModeledCall<Subject, Model>]
) async -> ExplorationReport {
  let all = modeledCalls().flatMap(\.calls)
  var settings = ExplorationSettings(schedules, seed, replay, options, .at(fileID, filePath, line, column))
  settings.isOfDrawnCalls = true
  if tasks < 1 || calls < 1 { settings.problem = "the number of tasks and that of calls must be at least 1" }
  if all.isEmpty { settings.problem = "there are no calls to make" }
  return await ExplorationCall(nil, settings) {
    let (subject, history) = (subject(), Locked(History<Model>()))
    // The calls of each task, and those that come afterwards. None is the simplest.
    let programs = (0...tasks).map { _ in (0..<calls).compactMap { _ in choice(of: [nil] + all) } }
    @Sendable func make(_ task: Int) async {
      for call in programs[task] {
        let begin = history.withLock { $0.moment() }
        let result = await call.run(subject)
        history.withLock { history in
          let end = history.moment()
          history.calls.append(
            .init(task: task, name: call.name, begin: begin, end: end, result: result, model: call.model))
        }
      }
    }
    await withTaskGroup(of: Void.self) { group in
      for task in 0..<tasks where !programs[task].isEmpty { group.addTask { await make(task) } }
    }
    await make(tasks)
    let found = history.withLock { $0 }
    if try found.isLinearizable(model) { return }
    let first = "Not linearizable: no order of these calls, one after the other, gives these results in the model:"
    throw Verdict.Failure(text: ([first] + found.table).joined(separator: "\n"), kind: "not linearizable")
  }.run()
}
