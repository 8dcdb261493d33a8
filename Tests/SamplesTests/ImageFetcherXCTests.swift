import Expectations
import Foundation
import XCTest

@testable import Samples

/// How to test a service that caches and combines requests, in XCTest.
final class ImageFetcherXCTests: XCTestCase {
  private func server(_ answer: LoopbackAnswer = .png) throws -> LoopbackServer {
    let server = try LoopbackServer(answer)
    addTeardownBlock { server.stop() }
    return server
  }

  func testImage_sent_deliveredOnTheMainThread() throws {
    let server = try server()
    let fetched = Expectation("image fetched", of: FetchedImage.self)
    ImageFetcher().image(at: server.url) { result in
      XCTAssertTrue(Thread.isMainThread)
      fetched.fulfill(with: result)
    }
    XCTAssertEqual(try fetched.wait(timeout: .seconds(5)).format, .png)
  }

  func testImage_askedAgainInAsyncTest_fromTheCache() async throws {
    let server = try server()
    let fetcher = ImageFetcher()
    let first = try await fetcher.image(at: server.url)
    let second = try await fetcher.image(at: server.url)
    XCTAssertEqual([first, second].map(\.isFromCache), [false, true])
    XCTAssertEqual(server.requests.count, 1)
  }

  func testImage_errorPage_typedError() throws {
    let server = try server(.image(Data("<html>".utf8), type: "image/png"))
    let fetched = Expectation("image fetched", of: FetchedImage.self)
    ImageFetcher().image(at: server.url, completion: fetched.resultHandler())
    XCTAssertThrowsError(try fetched.wait(timeout: .seconds(5))) { error in
      guard case ServiceError.malformed = error else { return XCTFail("\(error)") }
    }
  }

  /// One of three requests is canceled. The main thread gets that answer first, because the server delays its
  /// response.
  func testImage_oneOfThreeCancelled_toldFirst() throws {
    let gate = LoopbackGate()
    let server = try server(LoopbackAnswer.png.held(by: gate))
    let fetcher = ImageFetcher()
    let cancelled = Expectation("canceled request answered", of: Result<FetchedImage, ServiceError>.self)
    let fetched = Expectation("image fetched", of: FetchedImage.self, count: 2)
    let request = fetcher.image(at: server.url, completion: cancelled.handler)
    for _ in 0..<2 { fetcher.image(at: server.url, completion: fetched.resultHandler()) }
    request.cancel()
    XCTAssertEqual(wait(forAnyOf: [cancelled, fetched], timeout: .seconds(5)), 0)
    gate.open()
    try fetched.wait(timeout: .seconds(5))
    XCTAssertEqual(server.requests.count, 1)
  }
}
