import Expectations
import Testing

/// Swift Testing also has a type named `Expectation`. `AsyncExpectation` means this library's type in every file.
@Suite struct TypeAliasTests {
  private let loaded: AsyncExpectation<String> = Expectation("loaded", of: String.self)
  private let retried = AsyncExpectation<Void>("retried", count: 2...)

  private func deliver(_ value: String, to expectation: AsyncExpectation<String>) {
    Task { expectation.fulfill(value) }
  }

  @Test func alias_namedWithBothModulesImported_isOurs() async throws {
    let saved: [AsyncExpectation<Bool>] = [AsyncExpectation("saved", of: Bool.self)]
    saved[0].fulfill(true)
    for _ in 1...2 { retried.fulfill() }
    deliver("page", to: loaded)
    #expect(await wait(for: [saved[0], loaded, retried]))
    #expect(try await saved[0].wait())
    #expect(loaded.values == ["page"])
    #expect("\(loaded)" == "loaded")
  }
}
