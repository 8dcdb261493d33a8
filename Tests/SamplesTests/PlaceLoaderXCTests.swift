import Expectations
import Foundation
import XCTest

@testable import Samples

/// How to test a loader of files and responses, in XCTest.
final class PlaceLoaderXCTests: XCTestCase {
  private let text = PlaceLoaderTests.list(PlaceLoaderTests.delft)

  func testPlaces_inFile_deliveredOnTheMainThread() throws {
    let folder = try TemporaryFolder()
    let loaded = Expectation("places loaded", of: PlaceList.self)
    PlaceLoader().places(at: try folder.write(text, to: "places.json")) { result in
      XCTAssertTrue(Thread.isMainThread)
      loaded.fulfill(with: result)
    }
    XCTAssertEqual(try loaded.wait(timeout: .seconds(5)).places.map(\.title), ["Oude Kerk"])
  }

  func testPlaces_inFileAndOverHTTP_together() async throws {
    let folder = try TemporaryFolder()
    let server = try LoopbackServer(.json(text))
    addTeardownBlock { server.stop() }
    let (fromFile, fromServer) = (
      Expectation("from file", of: PlaceList.self), Expectation("from server", of: PlaceList.self)
    )
    let loader = PlaceLoader()
    loader.places(at: try folder.write(text, to: "places.json"), completion: fromFile.resultHandler())
    loader.places(at: server.url, completion: fromServer.resultHandler())
    let (first, second) = try await values(of: fromFile, fromServer, timeout: .seconds(5))
    XCTAssertEqual(first, second)
  }

  func testPlaces_missing_typedError() throws {
    let folder = try TemporaryFolder()
    let loaded = Expectation("places loaded", of: PlaceList.self)
    PlaceLoader().places(at: folder.file("none"), completion: loaded.resultHandler())
    XCTAssertThrowsError(try loaded.wait(timeout: .seconds(5))) { error in
      guard case PlaceError.unreadable(let file) = error else { return XCTFail("\(error)") }
      XCTAssertEqual(file.reason, .notFound)
    }
  }

  /// The main queue is serviced while the test waits: reading a file never blocks it.
  func testPlaces_manyAtOnce_mainQueueIsServed() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(text, to: "places.json")
    let loader = PlaceLoader()
    let loaded = Expectation("places loaded", of: PlaceList.self, count: 20)
    let redrawn = Expectation("view redrawn")
    for _ in 0..<20 { loader.places(at: file, completion: loaded.resultHandler()) }
    DispatchQueue.main.async(execute: redrawn.handler)
    wait(for: [loaded, redrawn], timeout: .seconds(5))
  }
}
