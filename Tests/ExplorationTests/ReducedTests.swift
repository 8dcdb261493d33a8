import Expectations
import TestSupport
import Testing

@testable import Exploration

/// An actor that tells who called it, in which order.
private actor Desk {
  private(set) var calls: [String] = []
  private var waiting: [CheckedContinuation<Void, Never>] = []
  private var isFree = true

  @discardableResult
  func call(_ name: String) -> Int {
    calls.append(name)
    return calls.count
  }

  /// What a call finds may change while it asks another actor.
  func ask(_ other: Desk, _ name: String) async {
    let before = calls.count
    let number = await other.call(name)
    calls.append("\(name)\(before)\(number)")
  }

  func callIfNotCanceled(_ name: String) { calls.append(Task.isCancelled ? "\(name)?" : name) }

  func enter() async {
    guard !isFree else {
      isFree = false
      return
    }
    await withCheckedContinuation { waiting.append($0) }
  }

  func leave() {
    guard waiting.isEmpty else { return waiting.removeFirst().resume() }
    isFree = true
  }
}

/// An actor of which a waiter that is resumed looks no second time, so that another call may take what it waits for.
private actor Permits {
  private var permits = 1
  private var waiting: [CheckedContinuation<Void, Never>] = []
  private(set) var lowest = 1

  func acquire() async {
    if permits == 0 { await withCheckedContinuation { waiting.append($0) } }
    permits -= 1
    lowest = min(lowest, permits)
  }

  func release() {
    permits += 1
    if !waiting.isEmpty { waiting.removeFirst().resume() }
  }

  /// Takes a permit if there is one.
  func take() { if permits > 0 { permits -= 1 } }

  /// Waits, and then tells whether its task is canceled.
  func acquireAndLook() async -> Bool {
    await acquire()
    return Task.isCancelled
  }
}

@globalActor private actor OneActor {
  static let shared = OneActor()
  var log: [String] = []
  func clear() { log = [] }
  func add(_ name: String) { log.append(name) }
}

@globalActor private actor OtherActor {
  static let shared = OtherActor()
  var log: [String] = []
  func clear() { log = [] }
  func add(_ name: String) { log.append(name) }
}

@OneActor @Sendable private func beginInOneActor() async {
  await OneActor.shared.add("a")
  await OtherActor.shared.add("a")
}

@OtherActor @Sendable private func beginInOtherActor() async {
  await OtherActor.shared.add("b")
  await OneActor.shared.add("b")
}

@MainActor private final class Model {
  var log: [String] = []

  nonisolated init() {}

  func load(_ name: String, from desk: Desk) async {
    log.append(name)
    let number = await desk.call(name)
    log.append("\(name)\(number)")
  }
}

/// That of the generated tasks. Other tests may block the main actor for as long as an exploration waits for it.
@globalActor private actor GeneratedActor {
  static let shared = GeneratedActor()
}

@GeneratedActor private final class GeneratedModel {
  var log: [String] = []

  nonisolated init() {}

  func load(_ name: String, from desk: Desk) async {
    log.append(name)
    let number = await desk.call(name)
    log.append("\(name)\(number)")
  }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private struct Shape: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// Returns what the tasks have seen.
  let run: @Sendable () async throws -> String

  init(_ name: String, _ run: @escaping @Sendable () async throws -> String) {
    (testDescription, self.run) = (name, run)
  }

  /// Bodies that share state in actors only.
  static let all = [
    Shape("calls that depend on answers") {
      let (left, right) = (Desk(), Desk())
      await withTaskGroup(of: Void.self) { group in
        for name in ["a", "b"] {
          group.addTask {
            if await left.call(name) == 1 { await right.call(name) } else { await left.call(name + "!") }
          }
        }
      }
      return await "\(left.calls) \(right.calls)"
    },
    Shape("a call that asks another actor") {
      let (left, right) = (Desk(), Desk())
      async let one: Void = left.ask(right, "a")
      async let two: Void = left.ask(right, "b")
      _ = await (one, two)
      return await "\(left.calls) \(right.calls)"
    },
    Shape("two actors that ask each other") {
      let (left, right) = (Desk(), Desk())
      async let one: Void = left.ask(right, "a")
      async let two: Void = right.ask(left, "b")
      _ = await (one, two)
      return await "\(left.calls) \(right.calls)"
    },
    Shape("a gate of continuations") {
      let (gate, desk) = (Desk(), Desk())
      await gate.leave()
      await withTaskGroup(of: Void.self) { group in
        for name in ["a", "b"] {
          group.addTask {
            await gate.enter()
            await desk.call(name)
            await gate.leave()
          }
        }
      }
      return await "\(desk.calls)"
    },
    Shape("a permit that is taken") {
      let permits = Permits()
      await permits.acquire()
      async let waiter: Void = permits.acquire()
      async let owner: Void = permits.release()
      async let other: Void = permits.take()
      _ = await (owner, other)
      await permits.release()
      await waiter
      return await "\(permits.lowest)"
    },
    Shape("a waiter that is canceled") {
      let permits = Permits()
      await permits.acquire()
      async let other: Void = permits.release()
      let seen = Desk()
      try? await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { await seen.call("\(permits.acquireAndLook())") }
        group.addTask { throw CancellationError() }
        for try await _ in group {}
      }
      await other
      return await "\(seen.calls)"
    },
    Shape("a sibling that fails") {
      let desk = Desk()
      try? await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          await desk.callIfNotCanceled("a")
          await desk.callIfNotCanceled("b")
        }
        group.addTask {
          await desk.call("x")
          throw CancellationError()
        }
        try await group.waitForAll()
      }
      return await "\(desk.calls)"
    },
    Shape("results as they come") {
      let desk = Desk()
      let results = await withTaskGroup(of: String.self) { group in
        for name in ["a", "b"] { group.addTask { await name + "\(desk.call(name))" } }
        return await group.reduce(into: []) { $0.append($1) }
      }
      return await "\(results) \(desk.calls)"
    },
    Shape("children of children") {
      let desk = Desk()
      await withTaskGroup(of: Void.self) { group in
        for name in ["a", "b"] {
          group.addTask {
            async let inner = desk.call(name)
            _ = await inner
          }
        }
      }
      return await "\(desk.calls)"
    },
    Shape("children of children that meet in another actor") {
      let (left, right) = (Desk(), Desk())
      await withTaskGroup(of: Void.self) { group in
        for name in ["a", "b"] {
          group.addTask {
            async let inner: Void = right.ask(left, name)
            await inner
          }
        }
      }
      return await "\(left.calls) \(right.calls)"
    },
    Shape("children that begin in actors") {
      await OneActor.shared.clear()
      await OtherActor.shared.clear()
      await withTaskGroup(of: Void.self) { group in
        group.addTask(operation: beginInOneActor)
        group.addTask(operation: beginInOtherActor)
      }
      return await "\(OneActor.shared.log) \(OtherActor.shared.log)"
    },
    Shape("a child that begins in an actor, beside its creator") {
      await OneActor.shared.clear()
      await OtherActor.shared.clear()
      await withTaskGroup(of: Void.self) { group in
        group.addTask(operation: beginInOneActor)
        await OtherActor.shared.add("x")
        await OneActor.shared.add("y")
      }
      return await "\(OneActor.shared.log) \(OtherActor.shared.log)"
    },
    Shape("a task of Task that waits in an actor") {
      let (gate, desk) = (Desk(), Desk())
      await gate.enter()
      let task = Task {
        await gate.enter()
        await desk.call("k")
      }
      async let leaving: Void = gate.leave()
      async let looking: Void = {
        await desk.call("v")
      }()
      _ = await (leaving, looking)
      await gate.leave()
      await task.value
      return await "\(desk.calls)"
    },
    Shape("a child that is not awaited") {
      let desk = Desk()
      func begin() async {
        async let _: Void = {
          await desk.call("a")
          await desk.callIfNotCanceled("b")
        }()
        async let other = desk.call("x")
        _ = await other
      }
      await begin()
      return await "\(desk.calls)"
    },
    Shape("the main actor") {
      let desk = Desk()
      let model = Model()
      async let one: Void = model.load("a", from: desk)
      async let two: Void = model.load("b", from: desk)
      _ = await (one, two)
      return await "\(desk.calls) \(model.log)"
    },
    Shape("sleeps and yields") {
      let desk = Desk()
      await withTaskGroup(of: Void.self) { group in
        for (name, time) in [("a", 1), ("b", 1), ("c", 2)] {
          group.addTask {
            try? await Task.sleep(for: .milliseconds(time))
            await desk.call(name)
          }
        }
      }
      return await "\(desk.calls)"
    },
    Shape("tasks of Task") {
      let desk = Desk()
      let task = Task { await desk.call("a") + desk.call("b") }
      async let other: Void = {
        await desk.call("x")
        await Task.yield()
        await desk.call("y")
      }()
      let (number, _) = await (task.value, other)
      return await "\(number) \(desk.calls)"
    },
  ]
}

/// What a generated task does.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private enum Action: CaseIterable {
  case call, callByAnswer, ask, load, pass, yield, sleep, child

  func run(_ name: String, _ desks: [Desk], _ model: GeneratedModel, gate: Desk) async {
    let (desk, other) = (desks[0], desks[1])
    switch self {
    case .call: await desk.call(name)
    case .callByAnswer: if await desk.call(name).isMultiple(of: 2) { await other.call(name) }
    case .ask: await desk.ask(other, name)
    case .load: await model.load(name, from: desk)
    case .pass:
      await gate.enter()
      await desk.call(name)
      await gate.leave()
    case .yield:
      await desk.call(name)
      await Task.yield()
    case .sleep:
      try? await Task.sleep(for: .milliseconds(1))
      await desk.call(name)
    case .child:
      async let number = desk.call(name)
      await other.call("\(await number)")
    }
  }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Shape {
  /// Two tasks that each do two things.
  fileprivate static func generated(_ seed: UInt64) -> Shape {
    var numbers = RandomNumbers(seed: seed)
    let plans = (0..<2).map { _ in
      (0..<2).map { _ in (Action.allCases[numbers.next(below: 8)], isTurned: numbers.next(below: 2) == 0) }
    }
    return Shape("seed \(seed)") {
      let (desks, gate, model) = ([Desk(), Desk()], Desk(), GeneratedModel())
      await withTaskGroup(of: Void.self) { group in
        for (task, plan) in plans.enumerated() {
          group.addTask {
            for (number, (action, isTurned)) in plan.enumerated() {
              await action.run("\(task)\(number)", isTurned ? desks.reversed() : desks, model, gate: gate)
            }
          }
        }
      }
      return await "\(desks[0].calls) \(desks[1].calls) \(model.log)"
    }
  }
}

@Suite(.ownThreads, .fullControl) struct ReducedTests {
  /// One after the other, because two shapes use the same global actors.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test(.serialized, arguments: Shape.all) fileprivate func reduced_showsWhatAllSchedulesShow(shape: Shape) {
    func explored(_ option: ExplorationOption) -> (ExplorationReport, Set<String>) {
      let seen = Locked<Set<String>>([])
      let report = explore(schedules: 100_000, option, .within(.seconds(300))) {
        let text = try await shape.run()
        seen.withLock { _ = $0.insert(text) }
      }
      return (report, seen.withLock(\.self))
    }
    let (all, outcomes) = explored(.exhaustive)
    let (reduced, reducedOutcomes) = explored(.exhaustive(assuming: .stateIsInActors))
    #expect(all.isExhaustive && reduced.isExhaustive, "\(shape.testDescription): \(all) \(reduced)")
    #expect(reducedOutcomes == outcomes, "\(shape.testDescription)")
    // It may begin twice.
    #expect(reduced.schedules < 2 * all.schedules, "\(shape.testDescription)")
  }

  /// All schedules of the seeds that are left out take minutes each.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func reduced_ofGeneratedTasks_showsWhatAllSchedulesShow() {
    for seed in ProofSize.of(small: [4, 16, 20], full: (0..<40).filter { ![1, 25, 32].contains($0) }) {
      reduced_showsWhatAllSchedulesShow(shape: .generated(UInt64(seed)))
    }
  }

  /// Whether a task has left an actor does not depend on what others do in it later.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func reduced_ofThreeTasks_isNoFalseAlarm() {
    let report = explore(schedules: 20_000, .exhaustive(assuming: .stateIsInActors), .within(.seconds(100))) {
      let (left, right, own) = (Desk(), Desk(), Desk())
      await withTaskGroup(of: Void.self) { group in
        group.addTask {
          async let child: Void = {}()
          await child
          await left.call("t")
          await right.call("t")
        }
        group.addTask { await right.call("v") }
        group.addTask {
          for _ in 0..<3 { await own.call("w") }
          await left.call("w")
        }
      }
    }
    #expect(report.isExhaustive, "\(report)")
  }

  // MARK: How many schedules

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  private static func run(tasks: Int, calls: Int, actors: Int) async {
    let desks = (0..<actors).map { _ in Desk() }
    await withTaskGroup(of: Void.self) { group in
      for task in 0..<tasks {
        group.addTask { for _ in 0..<calls { await desks[task % actors].call("\(task)") } }
      }
    }
  }

  #if DEBUG
    /// The table of the documentation, in the full size all that ends within 20,000 schedules. The optimizer merges
    /// calls.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    @Test(arguments: [
      (tasks: 2, calls: 1, actors: 1, all: 30, reduced: 8), (2, 2, 1, 208, 26), (2, 3, 1, 1_438, 88),
      (3, 1, 1, 2_682, 150), (3, 2, 1, nil, 2_310), (2, 1, 2, 50, 4), (2, 2, 2, 672, 4), (2, 3, 2, 9_438, 4),
      (3, 1, 3, 11_130, 24), (3, 2, 3, nil, 24),
    ])
    func reduced_callsOfActors_areFewSchedules(tasks: Int, calls: Int, actors: Int, all: Int?, reduced: Int) {
      for (option, count) in [(.exhaustive, all), (.exhaustive(assuming: .stateIsInActors), reduced)]
        as [(ExplorationOption, Int?)]
      {
        guard let count, count < ProofSize.of(small: 1_000, full: 20_000) else { continue }
        let report = explore(schedules: 20_000, option, .within(.seconds(300))) {
          await Self.run(tasks: tasks, calls: calls, actors: actors)
        }
        #expect(report.isExhaustive)
        #expect(report.schedules == count)
      }
    }
  #endif

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func reduced_withTooSmallABudget_saysSo() {
    let host = RecordingHost.recording {
      let report = explore(schedules: 5, .exhaustive(assuming: .stateIsInActors)) {
        await Self.run(tasks: 2, calls: 2, actors: 1)
      }
      #expect(report.outcome == .diverged)
      #expect(!report.isExhaustive)
    }
    let start = "Not exhaustive: 5 schedules passed, and then the budget is spent, while "
    #expect(host.texts.first?.hasPrefix(start) == true)
    #expect(host.texts.first?.contains(" pairs of steps could have come in the other order: ") == true)
    #expect(host.texts.first?.contains(" of A and B") == true)
    #expect(
      host.texts.first?.hasSuffix(". Give it more with schedules: or .within(_:), or let the body do less") == true)
    let count = explore(schedules: 1_000, .exhaustive(assuming: .stateIsInActors)) {
      await Self.run(tasks: 2, calls: 2, actors: 1)
    }.schedules
    let enough = explore(schedules: count, .exhaustive(assuming: .stateIsInActors)) {
      await Self.run(tasks: 2, calls: 2, actors: 1)
    }
    #expect(enough.isExhaustive)
    #expect(
      enough.description.hasPrefix(
        "\(count) schedules passed, which are all orders of the steps between awaits that depend on each other, if tasks"
          + " share state in actors only; orders inside a step were not tried"))
  }

  // MARK: What fails

  private actor Account {
    private(set) var balance = 100
    func withdraw(_ amount: Int, asking bank: Desk) async {
      guard balance >= amount else { return }
      await bank.call("\(amount)")
      balance -= amount
    }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Sendable private static func withdrawTwice() async {
    let (account, bank) = (Account(), Desk())
    async let rent: Void = account.withdraw(80, asking: bank)
    async let food: Void = account.withdraw(80, asking: bank)
    _ = await (rent, food)
    #expect(await account.balance >= 0)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func reduced_aFailure_hasACodeThatRepeatsIt() throws {
    var report: ExplorationReport?
    let host = RecordingHost.recording {
      report = explore(.exhaustive(assuming: .stateIsInActors), body: Self.withdrawTwice)
    }
    #expect(report?.outcome == .failed)
    #expect(report?.repeated == 3)
    #expect(host.texts.first?.contains("await account.balance >= 0") == true)
    let code = try #require(report?.schedule)
    let again = RecordingHost.recording {
      #expect(explore(replay: code, body: Self.withdrawTwice).outcome == .failed)
    }
    #expect(again.texts.count == 1)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func reduced_tasksThatResumeEachOtherOutsideOfActors_areNoticed() {
    let host = RecordingHost.recording {
      let report = explore(.exhaustive(assuming: .stateIsInActors)) {
        let (stream, source) = AsyncStream.makeStream(of: Int.self)
        await withTaskGroup(of: Void.self) { group in
          group.addTask { for await _ in stream {} }
          group.addTask {
            await Task.yield()
            source.yield(1)
            source.finish()
          }
        }
      }
      #expect(report.outcome == .diverged)
      #expect(!report.isExhaustive)
    }
    #expect(
      host.texts == [
        "Not exhaustive: .stateIsInActors does not suffice, because B resumes A, which does not wait in an actor that"
          + " both use. Without the assumption: .exhaustive"
      ])
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func reduced_aLockThatChangesSteps_isNoticed() {
    let host = RecordingHost.recording {
      let report = explore(.exhaustive(assuming: .stateIsInActors)) {
        let (isSet, desks) = (Locked(false), [Desk(), Desk()])
        await withTaskGroup(of: Void.self) { group in
          group.addTask {
            isSet.withLock { $0 = true }
            await desks[0].call("a")
          }
          group.addTask {
            if isSet.withLock(\.self) { await desks[1].call("b") } else { await Task.yield() }
            await desks[0].call("b")
          }
        }
      }
      #expect(report.outcome == .diverged)
    }
    #expect(
      host.texts == [
        "Not exhaustive: .stateIsInActors does not suffice, because in another order of steps that use different"
          + " actors, a task does something else. Without the assumption: .exhaustive"
      ])
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func reduced_valuesThatAreChosen_fail() async {
    let host = RecordingHost.recording {
      let report = explore(.exhaustive(assuming: .stateIsInActors)) { try mayThrow(CancellationError()) }
      #expect(report.outcome == .diverged)
      #expect(!report.isExhaustive)
    }
    #expect(host.texts.first?.contains("because choice(of:) and mayThrow have other values, too") == true)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func reduced_aBodyThatTakesOtherStepsEachTime_isToldAsSuch() {
    let count = Locked(0)
    let host = RecordingHost.recording {
      let report = explore(.exhaustive(assuming: .stateIsInActors)) {
        let number = count.withLock { count in
          count += 1
          return count
        }
        await Self.run(tasks: 2, calls: 2 + number % 2, actors: 1)
      }
      #expect(report.outcome == .diverged)
    }
    #expect(host.texts.first?.hasPrefix("The body does not repeat its steps: ") == true)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test(arguments: [
    (ExplorationOption.cancels, ".cancels"), (.machineMayStall, ".machineMayStall"),
    (.outside(.isAwaited(for: .seconds(1))), "work from outside that is awaited"),
    (.exhaustive, "given twice"),
  ])
  func reduced_withAnOptionThatContradictsIt_exploresNothing(option: ExplorationOption, name: String) {
    let host = RecordingHost.recording {
      let report = explore(.exhaustive(assuming: .stateIsInActors), option) {}
      #expect(report.outcome == .outside)
      #expect(report.schedules == 0)
    }
    #expect(host.texts.first?.hasPrefix("Not explored: ") == true)
    #expect(host.texts.first?.hasSuffix(name) == true)
  }
}
