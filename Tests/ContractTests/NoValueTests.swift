import Expectations
import Testing

import class Expectations.Expectation

/// Expectations of `Void`, whose values all are the same, and of types that `Void` can be converted to.
@Suite struct NoValueTests {
  private func value<Value>(of expectation: Expectation<Value>) async throws -> Value { try await expectation.wait() }

  @Test func void_hasAsManyValuesAsFulfillments() async throws {
    let tick = Expectation("tick", count: 1...3)
    tick.fulfill()
    tick.handler()
    tick.fulfill(with: Result<Void, any Error>.success(()))
    #expect(tick.values.count == 3)
    _ = try await value(of: tick)
  }

  @Test func optionalVoid_andAnything_keepTheirValues() async throws {
    let optional = Expectation("optional", of: Void?.self)
    optional.fulfill(nil)
    #expect(optional.values.count == 1 && optional.values[0] == nil)
    #expect(try await value(of: optional) == nil)
    let anything = Expectation("anything", of: (any Sendable).self)
    anything.fulfill(7)
    #expect(anything.values as? [Int] == [7])
    #expect(try await value(of: anything) as? Int == 7)
  }
}
