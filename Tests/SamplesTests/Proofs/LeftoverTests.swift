import Expectations
import Foundation
import XCTest

@testable import Samples

#if os(Linux)
  /// Nothing is left behind when everything is over: no descriptor, no thread, no waiting task, no file.
  ///
  /// These tests use XCTest, where no other test runs at the same time, so the counts belong to this test alone.
  final class LeftoverTests: XCTestCase {
    private func entries(of folder: String) throws -> Int {
      try FileManager.default.contentsOfDirectory(atPath: folder).count
    }

    /// Runs a few rounds first, to create what the process keeps: threads of queues and Dispatch's own descriptors.
    private func count(_ rounds: Int = 60, perRound round: () async throws -> Void) async throws {
      for _ in 0..<5 { try await round() }
      let (descriptors, threads) = (try entries(of: "/proc/self/fd"), try entries(of: "/proc/self/task"))
      for _ in 0..<rounds { try await round() }
      // One leftover for each round would be twice as many. A few may still be closing, because sessions end by
      // themselves.
      XCTAssertLessThan(try entries(of: "/proc/self/fd") - descriptors, rounds / 2)
      XCTAssertLessThan(try entries(of: "/proc/self/task") - threads, rounds / 2)
    }

    func testDocuments() async throws {
      let folder = try TemporaryFolder()
      let clock = ManualClock()
      try await count {
        let document = folder.document(new: "1", autosaveAfter: .seconds(30), clock: clock)
        try document.edit { $0.title = "2" }
        await clock.waitForSleepers(1)
        try await document.close()
        try? await folder.document("none").open()
        // Release a document that has a change and a timer.
        try folder.document("b", new: "1", autosaveAfter: .seconds(30), clock: clock).edit { $0.title = "2" }
      }
      XCTAssertTrue(clock.sleepers.isEmpty, "\(clock)")
      XCTAssertEqual(try folder.names(), ["a"])
    }

    /// Each round has services of its own, which are released with their sessions and connections, even though the test
    /// keeps the handles of their requests.
    func testServices() async throws {
      var handles: [RequestHandle] = []
      try await count {
        let server = try LoopbackServer { request in
          switch request.path {
          case "/image": .png
          case "/silence": .silence
          default: .json(#"{"results":[],"places":[]}"#)
          }
        }
        handles += await useServices(server.url)
        try await eventually("clients ended connections", timeout: .seconds(30)) { server.openConnections == 0 }
      }
    }

    private func useServices(_ url: URL) async -> [RequestHandle] {
      let fetcher = ImageFetcher()
      let answered = Expectation("requests answered", count: 4)
      let handles = [
        RecordService(base: url).records(of: "A", where: "b", equals: 1) { _ in answered.fulfill() },
        PlaceLoader().places(at: url) { _ in answered.fulfill() },
        fetcher.image(at: url.appendingPathComponent("image")) { _ in answered.fulfill() },
        fetcher.image(at: url.appendingPathComponent("silence")) { _ in answered.fulfill() },
      ]
      handles.last?.cancel()
      await answered.wait(timeout: .seconds(30))
      return handles
    }
  }
#endif
