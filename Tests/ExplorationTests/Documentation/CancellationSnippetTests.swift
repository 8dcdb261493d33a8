// [documented] The documentation shows lines of this file, and `DocumentedCodeTests` compares them.
import Foundation
import TestSupport
import Testing

@testable import Exploration

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Slots for a number of users at the same time.
actor Slots {
  /// The mistake: a task that is canceled when its turn has come forgets its slot.
  private let forgets: Bool
  private(set) var free: Int
  private var waiters: [(number: Int, continuation: CheckedContinuation<Void, any Error>)] = []
  private var count = 0

  init(_ free: Int, forgets: Bool = false) { (self.free, self.forgets) = (free, forgets) }

  func use(_ body: @Sendable () async throws -> Void) async throws {
    try await take()
    if forgets { try Task.checkCancellation() }
    defer { giveBack() }
    try await body()
  }

  private func take() async throws {
    guard free == 0 else {
      free -= 1
      return
    }
    count += 1
    let number = count
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        if Task.isCancelled { return continuation.resume(throwing: CancellationError()) }
        waiters.append((number, continuation))
      }
    } onCancel: {
      Task { await leave(number) }
    }
  }

  private func leave(_ number: Int) {
    guard let index = waiters.firstIndex(where: { $0.number == number }) else { return }
    waiters.remove(at: index).continuation.resume(throwing: CancellationError())
  }

  private func giveBack() {
    if waiters.isEmpty { free += 1 } else { waiters.removeFirst().continuation.resume() }
  }
}

private struct Record: Equatable {
  var title: String
}

private protocol Server: Sendable {
  func record() async throws -> Record
}

private struct FakeServer: Server {
  func record() async throws -> Record {
    try mayThrow(URLError(.timedOut))
    return Record(title: "Notes")
  }
}

private struct Loader {
  let server: any Server

  func load() async throws -> Record {
    if let record = try? await server.record() { return record }
    reached("retry")
    return try await server.record()
  }
}

@Suite(.ownThreads, .fullControl) struct CancellationSnippetTests {
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func slots_areGivenBack() async {
    await explore(.cancels) {
      let slots = Slots(1)
      let tasks = (0..<2).map { _ in Task { try await slots.use {} } }
      for task in tasks { mayCancel(task) }
      for task in tasks { _ = await task.result }
      #expect(await slots.free == 1)
    }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func loader_retries() async {
    await explore(.reaches("retry")) {
      let loader = Loader(server: FakeServer())
      let record = try? await loader.load()
      #expect(record == nil || record == Record(title: "Notes"))
    }
  }
}
