import Testing

import class Expectations.Expectation

@testable import Expectations

/// Recorders in waits for several things.
@Suite struct RecorderInWaitTests {
  private let progress = Recorder<Int>("progress")
  private let failed = Expectation("failed", count: 0...)

  @Test func anEventThatComes_endsTheWait_andIsNotConsumed() async throws {
    let event = Task { [progress] in progress.record(1) }
    let first = await wait(forAnyOf: progress, Expectation("never"), timeout: .seconds(30))
    #expect(first == 0)
    await event.value
    try await progress.expectNext(1)
    await failed.wait(timeout: .zero)
  }

  @Test func anEventThatIsThere_isEnough() async throws {
    progress.record(1)
    #expect(await wait(for: progress, failed, timeout: .zero))
    try await progress.expectNext(1)
  }

  @Test func theEnd_isEnough() async throws {
    progress.recordEnd()
    #expect(await wait(for: progress, failed, timeout: .zero))
    #expect(await wait(for: progress, timeout: .zero))
    try await progress.finish()
  }

  @Test func whatIsConsumed_isNotEnough() async throws {
    let (_, host) = try await recording {
      let progress = Recorder<Int>("progress")
      progress.record(1)
      try await progress.expectNext(1)
      #expect(await !wait(for: progress, failed, timeout: .milliseconds(1)))
    }
    let text = try #require(host.failures.first?.text)
    #expect(text.contains("waiting for \"progress\"") && text.contains("✘ \"progress\"  0 of 1"), "\(text)")
    #expect(host.failures.count == 1)
  }

  @Test func aCallThatConsumes_comesFirst() async throws {
    async let next = progress.next(timeout: .seconds(30))
    while !progress.storage.isAwaited { await Task.yield() }
    async let first = wait(forAnyOf: progress, failed, timeout: .seconds(30))
    while progress.storage.watcherCount == 0 { await Task.yield() }
    progress.record(1)
    #expect(try await next == 1)
    #expect(progress.storage.watcherCount == 1)
    progress.record(2)
    _ = await first
    try await progress.expectNext(2)
  }

  @Test func aQuietWindow_endsWithTheNextEvent() async throws {
    let event = Task { [progress] in progress.record(1) }
    #expect(await failed.wait(timeout: .seconds(30), until: progress))
    await event.value
    try await progress.expectNext(1)
  }

  @Test func waitsThatGaveUp_areForgotten() async {
    for _ in 0..<20 { _ = await outcome(of: progress, timeout: .zero) }
    #expect(progress.storage.watcherCount <= 1)
    await failed.wait(timeout: .zero)
  }

  @Test func eventAndWaitAtTheSameTime_loseNothing() async throws {
    for round in 0..<500 {
      let event = Task.detached { [progress] in progress.record(round) }
      #expect(await wait(for: progress, timeout: .seconds(30)))
      try await progress.expectNext(round)
      await event.value
    }
    await failed.wait(timeout: .zero)
  }
}
