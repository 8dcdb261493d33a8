import Expectations
import Testing

import class Expectations.Expectation

/// Swift Testing also has a type named `Expectation`. A file that names the type imports this library's type
/// explicitly.
@Suite struct TypeNameTests {
  private let loaded: Expectation<String> = Expectation("loaded", of: String.self)

  private func deliver(_ value: String, to expectation: Expectation<String>) {
    Task { expectation.fulfill(value) }
  }

  @Test func type_namedWithBothModulesImported_isOurs() async throws {
    let saved = Expectation<Bool>("saved", of: Bool.self)
    saved.fulfill(true)
    deliver("page", to: loaded)
    #expect(await wait(for: [saved, loaded]))
    #expect(loaded.values == ["page"])
  }
}
