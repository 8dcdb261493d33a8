import Expectations
import Foundation
import TestSupport
import XCTest

@testable import Samples

/// Nothing is left behind when everything is over: no descriptor, no thread, no waiting task, no file.
///
/// These tests use XCTest, where no other test runs at the same time, so the counts belong to this test alone.
final class LeftoverTests: XCTestCase {
  private static let delft = #"{"results":[{"objectId":"a1","name":"Delft"}]}"#
  private let rounds = 60

  #if os(Linux)
    /// Runs one round first, to create what the process keeps: threads of queues and Dispatch's own descriptors.
    private func count(_ name: String, perRound round: () async throws -> Void) async throws {
      for _ in 0..<5 { try await round() }
      let (descriptors, threads) = (ProcessUse.descriptors, ProcessUse.threads)
      for _ in 0..<rounds { try await round() }
      let (moreDescriptors, moreThreads) = (ProcessUse.descriptors - descriptors, ProcessUse.threads - threads)
      ProofSize.print("Left after \(rounds) rounds of \(name): \(moreDescriptors) descriptors, \(moreThreads) threads")
      // One leftover for each round would be twice as many. A few may still be closing, because sessions end by
      // themselves.
      XCTAssertLessThan(moreDescriptors, rounds / 2)
      XCTAssertLessThan(moreThreads, rounds / 2)
    }

    func testDocuments() async throws {
      let folder = try TemporaryFolder()
      let clock = ManualClock()
      try await count("documents") {
        let document = GalleryDocument(
          fileURL: folder.file("a"), newContent: Gallery(title: "1"), autosave: .after(.seconds(30), clock: clock))
        try await document.save(overwriting: true)
        try document.edit { $0.title = "2" }
        await clock.waitForSleepers(1)
        try await document.revert()
        try document.edit { $0.title = "3" }
        try await document.close()
        try? await GalleryDocument(fileURL: folder.file("none")).open()
        // Release a document that has a change and a timer.
        let released = GalleryDocument(
          fileURL: folder.file("b"), newContent: Gallery(title: "1"), autosave: .after(.seconds(30), clock: clock))
        try released.edit { $0.title = "2" }
      }
      XCTAssertTrue(clock.sleepers.isEmpty, "\(clock)")
      XCTAssertEqual(try folder.names(), ["a"])
    }

    /// Each round has services of its own, which are released with their sessions and connections, even though the test
    /// keeps the handles of their requests.
    func testServices() async throws {
      var handles: [RequestHandle] = []
      let folder = try TemporaryFolder()
      let list = try folder.write(PlaceLoaderTests.list(PlaceLoaderTests.delft), to: "places.json")
      try await count("services") {
        let server = try LoopbackServer { request in
          switch request.path {
          case "/image": .png()
          case "/silence": .silence
          case "/places": .json(PlaceLoaderTests.list(PlaceLoaderTests.delft))
          default: .json(Self.delft)
          }
        }
        handles += try await useServices(server, list)
        let disconnected = Expectation("connections ended by the clients")
        server.whenDisconnected(disconnected.handler)
        await disconnected.wait(timeout: .seconds(30))
      }
    }

    private func useServices(_ server: LoopbackServer, _ list: URL) async throws -> [RequestHandle] {
      let service = RecordService(base: server.url)
      let loader = PlaceLoader()
      let fetcher = ImageFetcher()
      let (places, image) = (server.url.appendingPathComponent("places"), server.url.appendingPathComponent("image"))
      let answered = Expectation("requests answered", count: 4)
      let cancelled = Expectation("cancelled request answered")
      let handles = [
        service.records(of: "Place", where: "name", equals: "Delft") { _ in answered.fulfill() },
        loader.places(at: list) { _ in answered.fulfill() },
        loader.places(at: places) { _ in answered.fulfill() },
        fetcher.image(at: image) { _ in answered.fulfill() },
        fetcher.image(at: server.url.appendingPathComponent("silence")) { _ in cancelled.fulfill() },
      ]
      handles.last?.cancel()
      await wait(for: [answered, cancelled], timeout: .seconds(30))
      return handles
    }
  #endif
}
