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

  func fetcher(
    cache: URLCache? = nil, deadline: Duration = .seconds(60), sizeLimit: Int = 1 << 20
  ) -> ImageFetcher {
    ImageFetcher(cache: cache, deadline: deadline, sizeLimit: sizeLimit, callbackQueue: queue)
  }

  // MARK: Success

  @Test func image_sent_delivered() async throws {
    let server = try LoopbackServer(.png())
    defer { server.stop() }
    let fetched = Expectation("image fetched", of: FetchedImage.self)
    fetcher().image(at: server.url, completion: fetched.resultHandler())
    let image = try await fetched.wait(timeout: .seconds(5))
    #expect(image == FetchedImage(data: LoopbackAnswer.Samples.png(), format: .png, isFromCache: false))
  }

  /// The same in a synchronous test. This `wait` blocks its thread of the concurrency pool.
  @Test func image_sentInSynchronousTest_delivered() throws {
    let server = try LoopbackServer(.png())
    defer { server.stop() }
    let fetched = Expectation("image fetched", of: FetchedImage.self)
    fetcher().image(at: server.url, completion: fetched.resultHandler())
    #expect(try fetched.wait(timeout: .seconds(5)).format == .png)
  }

  // MARK: The cache

  @Test func image_askedAgain_fromTheCache_oneRequest() async throws {
    let server = try LoopbackServer(.png())
    defer { server.stop() }
    let fetcher = fetcher()
    #expect(try await !fetcher.image(at: server.url).isFromCache)
    #expect(try await fetcher.image(at: server.url).isFromCache)
    #expect(try await fetcher.image(at: server.url, from: .cacheOnly).isFromCache)
    #expect(server.requests.count == 1)
    #expect(try await !fetcher.image(at: server.url, from: .network).isFromCache)
    #expect(server.requests.count == 2)
    fetcher.removeFromCache(server.url)
    await #expect(throws: ImageError.self) { try await fetcher.image(at: server.url, from: .cacheOnly) }
  }

  /// `count: 0`: even if an image is not in the cache, no request may be sent for it.
  @Test func image_cacheOnly_nothingSent() async throws {
    let server = try LoopbackServer(.png())
    defer { server.stop() }
    let requested = Expectation("request received", of: LoopbackRequest.self, count: 0)
    server.onRequest = requested.handler
    let error = await #expect(throws: ImageError.self) {
      try await fetcher().image(at: server.url, from: .cacheOnly)
    }
    guard case .notCached = error else { throw try #require(error) }
    await wait(for: [requested], timeout: .milliseconds(50))
  }

  @Test func image_storedByAnotherFetcher_shared() async throws {
    let server = try LoopbackServer(.png())
    defer { server.stop() }
    let cache = URLCache(memoryCapacity: 1 << 20, diskCapacity: 0, diskPath: nil)
    _ = try await fetcher(cache: cache).image(at: server.url)
    #expect(try await fetcher(cache: cache).image(at: server.url, from: .cacheOnly).isFromCache)
  }

  /// A response without an image is never cached, and the next request is sent. The same applies to an image that its
  /// server forbids to store.
  @Test(arguments: [
    LoopbackAnswer.http(404, headers: ["Content-Type": "text/html"], body: Data("<p>".utf8)),
    .image(LoopbackAnswer.Samples.png(), type: "image/png", status: 500),
    .image(Data("<html>not found</html>".utf8), type: "image/png"),
    .image(LoopbackAnswer.Samples.png(), type: "text/html"), .png(headers: ["Cache-Control": "private, no-store"]),
  ])
  func image_notToBeKept_isNot(answer: LoopbackAnswer) async throws {
    let server = try LoopbackServer(inTurn: [answer, .png()])
    defer { server.stop() }
    let fetcher = fetcher()
    _ = try? await fetcher.image(at: server.url)
    let error = await #expect(throws: ImageError.self) { try await fetcher.image(at: server.url, from: .cacheOnly) }
    guard case .notCached = error else { throw try #require(error) }
    #expect(try await !fetcher.image(at: server.url).isFromCache)
    #expect(server.requests.count == 2, "\(server)")
  }

  /// An entry of another program in a shared cache is checked like a response.
  @Test func image_cacheHoldsAnErrorPage_removedAndFetched() async throws {
    let server = try LoopbackServer(.png())
    defer { server.stop() }
    let cache = URLCache(memoryCapacity: 1 << 20, diskCapacity: 0, diskPath: nil)
    let response = try #require(
      HTTPURLResponse(url: server.url, statusCode: 200, httpVersion: nil, headerFields: ["Content-Type": "image/png"]))
    cache.storeCachedResponse(
      CachedURLResponse(response: response, data: Data("<html>".utf8)), for: URLRequest(url: server.url))
    #expect(try await !fetcher(cache: cache).image(at: server.url).isFromCache)
  }

  // MARK: Failure

  static let faults: [(LoopbackAnswer, String)] = [
    (.http(404, body: Data("no".utf8)), "badStatus 404"), (.http(204), "badStatus 204"),
    (.image(LoopbackAnswer.Samples.png(), type: "image/png", status: 206), "badStatus 206"),
    (.image(LoopbackAnswer.Samples.png(), type: nil), "wrongContentType -"),
    (
      .image(LoopbackAnswer.Samples.png(), type: "text/html; charset=utf-8"),
      "wrongContentType text/html; charset=utf-8"
    ),
    (.image(Data(), type: "image/png"), "notAnImage"), (.image(Data("<p>".utf8), type: "image/jpeg"), "notAnImage"),
    (.image(Data("RIFF1234WAVE".utf8), type: "image/webp"), "notAnImage"),
    (.png(size: 200_001), "tooLarge 200000"), (.silence, "notFetched timedOut"), (.closed, "notFetched connectionLost"),
    (.raw("220 ready\r\n"), "notFetched notHTTP"),
  ]

  @Test(arguments: faults.indices)
  func image_badAnswer_typedError(index: Int) async throws {
    let (answer, expected) = Self.faults[index]
    let server = try LoopbackServer(answer)
    defer { server.stop() }
    let deadline = Duration.milliseconds(expected.hasSuffix("timedOut") ? 200 : 10_000)
    let fetched = Expectation("image fetched", of: FetchedImage.self)
    fetcher(deadline: deadline, sizeLimit: 200_000).image(at: server.url, completion: fetched.resultHandler())
    let error = await #expect(throws: ImageError.self) { try await fetched.wait(timeout: .seconds(15)) }
    #expect(error.map(name) == expected, "\(server)")
  }

  @Test func image_refused_keepsTheReason() async throws {
    let port = try RefusingPort()
    defer { withExtendedLifetime(port) {} }
    let error = await #expect(throws: ImageError.self) { try await fetcher().image(at: port.url) }
    #expect((error?.underlyingError as? URLError)?.code == .cannotConnectToHost)
    let file = await #expect(throws: ImageError.self) {
      try await fetcher().image(at: URL(fileURLWithPath: "/images/a.png"))
    }
    #expect(file.map(name) == "unsupportedURL file:///images/a.png")
  }

  // MARK: Several at once

  /// The server delays its response until all requests have joined.
  @Test func image_askedAHundredTimesAtOnce_oneRequest_hundredCompletions() async throws {
    let gate = LoopbackGate()
    let server = try LoopbackServer(LoopbackAnswer.png().held(by: gate))
    defer { server.stop() }
    let fetcher = fetcher()
    let fetched = Expectation("image fetched", of: FetchedImage.self, count: 100)
    DispatchQueue.concurrentPerform(iterations: 100) { _ in
      fetcher.image(at: server.url, completion: fetched.resultHandler())
    }
    gate.open()
    try await fetched.wait(timeout: .seconds(15))
    #expect(fetched.values.allSatisfy { !$0.isFromCache })
    #expect(server.requests.count == 1, "\(server)")
  }

  @Test func image_askedAHundredTimesAwaited_oneRequest() async throws {
    let gate = LoopbackGate()
    let server = try LoopbackServer(LoopbackAnswer.png().held(by: gate))
    defer { server.stop() }
    let requested = Expectation("request received", of: LoopbackRequest.self)
    server.onRequest = requested.handler
    let fetcher = fetcher()
    try await withThrowingTaskGroup(of: FetchedImage.self) { group in
      for _ in 0..<100 { group.addTask { try await fetcher.image(at: server.url) } }
      // A later request finds the image in the cache.
      try await requested.wait(timeout: .seconds(15))
      gate.open()
      for try await image in group { #expect(image.format == .png) }
    }
    #expect(server.requests.count == 1, "\(server)")
  }

  /// One of three requests is canceled: it is answered at once, the other two get the image, and the server notices
  /// nothing.
  @Test func image_oneOfThreeCancelled_othersGetIt() async throws {
    let gate = LoopbackGate()
    let server = try LoopbackServer(LoopbackAnswer.png().held(by: gate))
    defer { server.stop() }
    let requested = Expectation("request received", of: LoopbackRequest.self)
    server.onRequest = requested.handler
    let fetcher = fetcher()
    let cancelled = Expectation("cancelled request answered", of: Result<FetchedImage, ImageError>.self)
    let fetched = Expectation("image fetched", of: FetchedImage.self, count: 2)
    let request = fetcher.image(at: server.url, completion: cancelled.handler)
    fetcher.image(at: server.url, completion: fetched.resultHandler())
    fetcher.image(at: server.url, completion: fetched.resultHandler())
    try await requested.wait(timeout: .seconds(5))
    request.cancel()
    request.cancel()
    let result = try await cancelled.wait(timeout: .seconds(5))
    #expect(result.failure.map(name) == "cancelled")
    #expect(fetched.fulfillmentCount == 0)
    gate.open()
    try await fetched.wait(timeout: .seconds(5))
    #expect(server.requests.count == 1, "\(server)")
  }

  @Test func image_allCancelled_connectionGivenUp_nextRequestIsNew() async throws {
    let gate = LoopbackGate()
    let server = try LoopbackServer(inTurn: [LoopbackAnswer.png().held(by: gate), .png()])
    defer { server.stop() }
    let requested = Expectation("request received", of: LoopbackRequest.self, count: 1...)
    let disconnected = Expectation("connection ended", count: 1...)
    server.onRequest = requested.handler
    server.onDisconnect = disconnected.handler
    let fetcher = fetcher()
    let tasks = (0..<3).map { _ in Task { try await fetcher.image(at: server.url) } }
    try await requested.wait(timeout: .seconds(30))
    for task in tasks { task.cancel() }
    for task in tasks { #expect(await task.result.failure.map { "\($0)" } == "cancelled") }
    await disconnected.wait(timeout: .seconds(30))
    #expect(try await !fetcher.image(at: server.url).isFromCache)
  }

  // MARK: Image formats

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

  func name(_ error: ImageError) -> String {
    switch error {
    case .unsupportedURL(let url): "unsupportedURL \(url)"
    case .notCached: "notCached"
    case .notFetched(let failure): "notFetched \(String(describing: failure).prefix { $0.isLetter || $0.isNumber })"
    case .badStatus(let status): "badStatus \(status)"
    case .wrongContentType(let type): "wrongContentType \(type ?? "-")"
    case .notAnImage: "notAnImage"
    case .tooLarge(let limit): "tooLarge \(limit)"
    case .cancelled: "cancelled"
    }
  }
}
