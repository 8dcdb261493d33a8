// [documented] The documentation shows lines of this file, and `DocumentedCodeTests` compares them.
import Dispatch
import Exploration
import TestSupport
import Testing

import class Expectations.Expectation
import func Expectations.eventually

private actor Account {
  private(set) var balance: Int

  init(balance: Int) { self.balance = balance }

  func withdraw(_ amount: Int) {
    guard amount <= balance else { return }
    balance -= amount
  }
}

private actor Cache<C: Clock> where C.Duration == Duration {
  private let lifetime: Duration
  private let clock: C
  private var ends: [String: C.Instant] = [:]

  init(lifetime: Duration, clock: C) {
    self.lifetime = lifetime
    self.clock = clock
  }

  func insert(_ key: String) { ends[key] = clock.now.advanced(by: lifetime) }
  func contains(_ key: String) -> Bool { ends[key].map { clock.now < $0 } ?? false }
}

private actor Download {
  private(set) var isDone = false

  func run(completion: @Sendable (Int) -> Void) async throws {
    try await Task.sleep(for: .seconds(30))
    isDone = true
    completion(200)
  }
}

private actor Hub {
  private var listeners: [Int: AsyncStream<Int>.Continuation] = [:]
  private var last = 0

  var count: Int { listeners.count }

  func events() -> AsyncStream<Int> {
    last += 1
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    continuation.onTermination = { [last] _ in Task { await self.forget(last) } }
    listeners[last] = continuation
    return stream
  }

  private func forget(_ number: Int) { listeners[number] = nil }
}

/// Hands its work to a queue, which no exploration controls.
private struct Printer {
  func print(_ text: String) async {
    await withCheckedContinuation { continuation in
      DispatchQueue(label: "printer").asyncAfter(deadline: .now() + .milliseconds(1)) { continuation.resume() }
    }
  }
}

@Suite(.ownThreads, .fullControl) struct SnippetTests {
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func transfersNeverOverdraw() async {
    await explore {
      let account = Account(balance: 100)
      async let a: Void = account.withdraw(80)
      async let b: Void = account.withdraw(80)
      _ = await (a, b)
      #expect(await account.balance >= 0)
    }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func explore_withAName_isExhaustive() async {
    let account = Account(balance: 100)
    let report = await explore("two transfers", .exhaustive(deviations: 2)) {
      async let a: Void = account.withdraw(1)
      async let b: Void = account.withdraw(1)
      _ = await (a, b)
    }
    #expect(report.isExhaustive)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func explore_aCodeOfOneSchedule_runsItOnly() async {
    let report = await explore(replay: "x1-00EW") {
      let account = Account(balance: 100)
      await account.withdraw(80)
    }
    #expect(report.schedules == 1)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func cache_afterItsLifetime_isEmpty() async throws {
    await explore {
      let cache = Cache(lifetime: .seconds(60), clock: ExplorationClock())
      await cache.insert("a")
      try await Task.sleep(for: .seconds(61))
      #expect(await !cache.contains("a"))
    }
    try await virtualTime {
      let cache = Cache(lifetime: .seconds(60), clock: ExplorationClock())
      await cache.insert("a")
      try await Task.sleep(for: .seconds(61))
      #expect(await !cache.contains("a"))
    }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func explore_waitsOfTheLibrary_takeNoTime() async {
    let report = await explore {
      let download = Download()
      let finished = Expectation("finished", of: Int.self)
      let task = Task { try await download.run(completion: finished.handler) }
      #expect(try await finished.wait(timeout: .seconds(60)) == 200)
      try await eventually("the download is done") { await download.isDone }
      try await task.value
    }
    #expect(report.virtualTime == .seconds(30))
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func explore_aValueBeforeItsExpectation_isCompiled() async {
    await explore {
      let saved = Expectation("saved", of: Int.self)
      Task { saved.fulfill(1) }
      let number = try await saved.wait()
      #expect(number == 1)
    }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func explore_aSleepBeforeTheEnd_letsEverythingRun() async {
    await explore {
      let hub = Hub()
      let listening = Task { for await _ in await hub.events() {} }
      await Task.yield()
      listening.cancel()
      try await Task.sleep(for: .seconds(1))
      #expect(await hub.count == 0)
    }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test(.realTime) func explore_workOnAQueue_isAwaited() async {
    let printer = Printer()
    await explore(schedules: 20, .outside(.isAwaited(for: .milliseconds(500)))) {
      await printer.print("page 1")
    }
  }
}
