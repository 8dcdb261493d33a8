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
}
