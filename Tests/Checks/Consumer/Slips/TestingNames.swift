import Expectations
import Foundation
import Testing

import class Expectations.Expectation

/// Numbers as timeouts, and names from XCTest, in Swift Testing.
func asynchronously(_ saved: Expectation<Void>, _ loaded: Expectation<Int>) async throws {
  await saved.wait(timeout: 5)
  #expect(await saved.wait(timeout: 5.0))
  let value: Int = try await loaded.wait(timeout: 5)
  #expect(try await loaded.wait(timeout: 5) == value)
  await wait(for: [saved, loaded], timeout: 5)
  await wait(for: [saved, loaded], timeout: 5, enforceOrder: true)
  await wait(for: [saved, loaded], timeout: TimeInterval(5))
  await fulfillment(of: [saved, loaded], timeout: 5)
  await fulfillment(of: [saved, loaded], timeout: .seconds(5), enforceOrder: true)
  waitForExpectations(timeout: 5)
  let opened = expectation(description: "opened")
  await opened.wait(timeout: .seconds(5))
}

func synchronously(_ saved: Expectation<Void>, _ loaded: Expectation<Int>) throws {
  saved.wait(timeout: 5)
  let value: Int = try loaded.wait(timeout: 5)
  #expect(try loaded.wait(timeout: 5) == value)
  wait(for: [saved, loaded], timeout: 5)
  wait(for: [saved, loaded], timeout: 5, enforceOrder: true)
}
