import Expectations
import Foundation
import Testing

import class Expectations.Expectation

/// Code that calls back from another queue.
nonisolated final class Service: Sendable {
  func save(_ value: Int, completion: @escaping @Sendable (Int) -> Void) {
    DispatchQueue.global().async { completion(value) }
  }

  func open(completion: @escaping @Sendable () -> Void) {
    DispatchQueue.global().async { completion() }
  }

  func load(_ completion: @escaping @Sendable (Result<Int, any Error>) -> Void) {
    DispatchQueue.global().async { completion(.success(3)) }
  }
}

/// A waitable of a test's own. Where everything is on the main actor by default, it says that it is not.
nonisolated final class Upload: Waitable {
  let finished = Expectation("upload finished")

  var waitTarget: WaitTarget { finished.waitTarget }
}

actor Store {
  private(set) var items: [String] = []

  func add(_ item: String) { items.append(item) }
}

@Suite(.waitTimeout(.seconds(30))) struct InSwiftTesting {
  @Test func waits() async throws {
    let (saved, loaded) = (Expectation("saved", of: Int.self), Expectation("loaded", of: Int.self))
    let service = Service()
    service.save(1, completion: saved.handler)
    service.load(loaded.resultHandler())
    let values = try await values(of: [saved, loaded], timeout: .seconds(5))
    #expect(values == [1, 3])
  }

  @Test func waitsForOneOfSeveral_andForAnOwnOne() async {
    let (upload, failed) = (Upload(), Expectation("failed", count: 0))
    upload.finished.fulfill()
    await wait(for: [upload])
    #expect(await wait(forAnyOf: [upload]) == 0)
    await failed.expectNone(for: .zero)
    #expect(await report(of: [upload, failed], timeout: .zero).isSuccess)
  }

  @Test func conditions() async throws {
    let store = Store()
    await store.add("a")
    try await eventually("one item") { await store.items.count == 1 }
    try await eventually("first item", equals: "a") { await store.items.first }
    await never("empty", for: .milliseconds(1)) { await store.items.isEmpty }
    let first = try await within(.seconds(5)) { await store.items.first }
    #expect(first == "a")
  }

  @MainActor @Test func onTheMainActor() async {
    let done = Expectation("done")
    Task { done.fulfill() }
    await done.wait()
  }
}
