import Expectations
import Foundation
import Leftovers
import Testing

@testable import Samples

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// How to test a service that caches and combines requests, in Swift Testing: the server knows which requests were
/// sent.
@Suite(.endsAllTasks) struct ImageFetcherTests {
  let queue = DispatchQueue(label: "callbacks")
  let server: LoopbackServer

  init() throws { server = try LoopbackServer(.png) }

  func fetcher(cache: URLCache? = nil, sizeLimit: Int = 1000) -> ImageFetcher {
    ImageFetcher(cache: cache, deadline: .seconds(60), sizeLimit: sizeLimit, callbackQueue: queue)
  }

  @Test func image_sent_delivered() async throws {
    let fetched = Expectation("image fetched", of: FetchedImage.self)
    fetcher().image(at: server.url, completion: fetched.resultHandler())
    let image = try await fetched.wait(timeout: .seconds(5))
    #expect(image == FetchedImage(data: LoopbackAnswer.pngData, format: .png, isFromCache: false))
  }

  @Test func image_storedByAnotherFetcher_oneRequest() async throws {
    let cache = URLCache(memoryCapacity: 1 << 20, diskCapacity: 0, diskPath: nil)
    #expect(try await !fetcher(cache: cache).image(at: server.url).isFromCache)
    #expect(try await fetcher(cache: cache).image(at: server.url).isFromCache)
    #expect(server.requests.count == 1)
  }

  /// A response without an image is never cached, and the next request is sent. The same applies to an image that its
  /// server forbids to store.
  @Test(arguments: [
    LoopbackAnswer.http(404, headers: ["Content-Type": "text/html"], body: Data("<p>".utf8)),
    .image(LoopbackAnswer.pngData, type: "image/png", status: 500),
    .image(Data("<html>not found</html>".utf8), type: "image/png"),
    .image(LoopbackAnswer.pngData, type: "text/html"),
    .http(
      200, headers: ["Content-Type": "image/png", "Cache-Control": "private, no-store"], body: LoopbackAnswer.pngData),
  ])
  func image_notToBeKept_isNot(answer: LoopbackAnswer) async throws {
    server.answer(answer, .png)
    let fetcher = fetcher()
    _ = try? await fetcher.image(at: server.url)
    #expect(try await !fetcher.image(at: server.url).isFromCache)
    #expect(server.requests.count == 2, "\(server)")
  }

  /// An entry of another program in a shared cache is checked like a response.
  @Test func image_cacheHoldsAnErrorPage_fetched() async throws {
    let cache = URLCache(memoryCapacity: 1 << 20, diskCapacity: 0, diskPath: nil)
    let response = try #require(
      HTTPURLResponse(url: server.url, statusCode: 200, httpVersion: nil, headerFields: ["Content-Type": "image/png"]))
    cache.storeCachedResponse(
      CachedURLResponse(response: response, data: Data("<html>".utf8)), for: URLRequest(url: server.url))
    #expect(try await !fetcher(cache: cache).image(at: server.url).isFromCache)
  }

  @Test(arguments: [
    (LoopbackAnswer.http(404, body: Data("no".utf8)), "badStatus 404 2"),
    (.image(LoopbackAnswer.pngData, type: "image/png", status: 206), "badStatus 206 67"),
    (.image(LoopbackAnswer.pngData, type: nil), "wrongContentType -"),
    (.image(LoopbackAnswer.pngData, type: "text/html; a=b"), "wrongContentType text/html; a=b"),
    (.image(Data(), type: "image/png"), "malformed : not an image"),
    (.image(Data("<html>".utf8), type: "image/png"), "malformed : not an image"),
    (.image(Data(count: 1001), type: "image/png"), "tooLarge 1000"), (.closed, "connectionLost"),
  ])
  func image_badAnswer_typedError(answer: LoopbackAnswer, expected: String) async throws {
    server.answer(answer)
    let fetched = Expectation("image fetched", of: FetchedImage.self)
    fetcher().image(at: server.url, completion: fetched.resultHandler())
    let error = await #expect(throws: ServiceError.self) { try await fetched.wait(timeout: .seconds(15)) }
    #expect(error?.name == expected, "\(server)")
  }

  @Test func image_fileURL_nothingSent() async {
    let error = await #expect(throws: ServiceError.self) {
      try await fetcher().image(at: URL(fileURLWithPath: "/images/a.png"))
    }
    #expect(error?.name == "invalidRequest")
  }

  /// The server delays its response until all requests have joined.
  @Test func image_askedAHundredTimesAtOnce_oneRequest_hundredCompletions() async throws {
    let proceed = Expectation("server may answer")
    server.answer(.png.held(until: proceed))
    let fetcher = fetcher()
    let fetched = Expectation("image fetched", of: FetchedImage.self, count: 100)
    DispatchQueue.concurrentPerform(iterations: 100) { _ in
      fetcher.image(at: server.url, completion: fetched.resultHandler())
    }
    proceed.fulfill()
    try await fetched.wait(timeout: .seconds(15))
    #expect(fetched.values.allSatisfy { !$0.isFromCache })
    #expect(server.requests.count == 1, "\(server)")
  }

  /// One of three requests is canceled: it is answered at once, the other two get the image, and the server notices
  /// nothing.
  @Test func image_oneOfThreeCancelled_othersGetIt() async throws {
    let proceed = Expectation("server may answer")
    server.answer(.png.held(until: proceed))
    let requested = Expectation("request received", of: LoopbackRequest.self)
    server.onRequest = requested.handler
    let fetcher = fetcher()
    let cancelled = Expectation("canceled request answered", of: Result<FetchedImage, ServiceError>.self)
    let fetched = Expectation("image fetched", of: FetchedImage.self, count: 2)
    let request = fetcher.image(at: server.url, completion: cancelled.handler)
    fetcher.image(at: server.url, completion: fetched.resultHandler())
    fetcher.image(at: server.url, completion: fetched.resultHandler())
    try await requested.wait(timeout: .seconds(5))
    request.cancel()
    request.cancel()
    #expect(try await cancelled.wait(timeout: .seconds(5)).name == "cancelled")
    #expect(fetched.fulfillmentCount == 0)
    proceed.fulfill()
    try await fetched.wait(timeout: .seconds(5))
    #expect(server.requests.count == 1, "\(server)")
  }

  @Test func image_allCancelled_connectionGivenUp_nextRequestIsNew() async throws {
    server.answer(.silence, .png)
    let requested = Expectation("request received", of: LoopbackRequest.self, count: 1...)
    server.onRequest = requested.handler
    let fetcher = fetcher()
    let tasks = (0..<3).map { _ in Task { try await fetcher.image(at: server.url) } }
    try await requested.wait(timeout: .seconds(30))
    for task in tasks { task.cancel() }
    for task in tasks {
      let error = await #expect(throws: ServiceError.self) { try await task.value }
      #expect(error?.name == "cancelled")
    }
    try await eventually("connection ended", timeout: .seconds(30)) { server.openConnections == 0 }
    #expect(try await !fetcher.image(at: server.url).isFromCache)
  }

  @Test(
    arguments: [
      ([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], ImageFormat.png), ([0xff, 0xd8, 0xff, 0xe0], .jpeg),
      (Array("GIF89a".utf8), .gif), (Array("GIF87a".utf8), .gif), (Array("RIFF....WEBPVP8 ".utf8), .webP),
      (Array("BM".utf8), .bmp), ([0x49, 0x49, 0x2a, 0], .tiff), ([0x4d, 0x4d, 0, 0x2a], .tiff),
      (Array("RIFF....WAVE".utf8), nil), (Array("GIF88a".utf8), nil), ([0x89, 0x50], nil), ([], nil),
    ] as [([UInt8], ImageFormat?)])
  func format_isToldByTheBytes(bytes: [UInt8], format: ImageFormat?) {
    #expect(ImageFormat(of: Data(bytes)) == format)
  }
}
