import Expectations
import Foundation
import XCTest

@testable import Samples

/// How to test a loader of files and responses, in XCTest.
final class PlaceLoaderXCTests: XCTestCase {
  func testPlaces_missing_typedErrorWithItsReason() throws {
    let folder = try TemporaryFolder()
    let loaded = Expectation("places loaded", of: PlaceList.self)
    PlaceLoader().places(at: folder.file("none"), completion: loaded.resultHandler())
    XCTAssertThrowsError(try loaded.wait(timeout: .seconds(5))) { error in
      let missing = FileError(step: .open, code: ENOENT, path: folder.file("none").path)
      XCTAssertEqual((error as? ServiceError)?.underlyingError as? FileError, missing)
    }
  }

  /// The main queue is serviced while the test waits: reading files never blocks it, and each load is answered there.
  func testPlaces_manyAtOnce_mainQueueIsServed() throws {
    let folder = try TemporaryFolder()
    let loader = PlaceLoader()
    let loaded = Expectation("places loaded", of: PlaceList.self, count: 20)
    let redrawn = Expectation("view redrawn")
    for index in 0..<20 {
      let place = #"{"title":"\#(index)","place":"b","latitude":0,"longitude":0}"#
      loader.places(at: try folder.write(PlaceLoaderTests.list(place), to: "\(index).json")) { result in
        XCTAssertTrue(Thread.isMainThread)
        loaded.fulfill(with: result)
      }
    }
    DispatchQueue.main.async(execute: redrawn.handler)
    wait(for: [loaded, redrawn], timeout: .seconds(5))
    XCTAssertEqual(Set(loaded.values.flatMap(\.places).map(\.title)), Set((0..<20).map { "\($0)" }))
  }
}
