import Expectations
import Foundation
import Leftovers
import Testing

@testable import Samples

/// How to test a loader of files and responses, in Swift Testing: with real files and a real server on the loopback
/// interface.
@Suite(.endsAllTasks) struct PlaceLoaderTests {
  static let delft = #"{"title":"Oude Kerk","place":"Delft","latitude":52.01,"longitude":4.35,"visited":true}"#

  static func list(_ places: String...) -> String {
    #"{"places":["# + places.joined(separator: ",") + "]}"
  }

  let folder: TemporaryFolder
  let queue = DispatchQueue(label: "callbacks")

  init() throws {
    folder = try TemporaryFolder()
  }

  func loader(isStrict: Bool = false, deadline: Duration = .seconds(60)) -> PlaceLoader {
    PlaceLoader(isStrict: isStrict, deadline: deadline, callbackQueue: queue)
  }

  // MARK: Success

  @Test func places_inFile_delivered() async throws {
    let file = try folder.write(Self.list(Self.delft), to: "places.json")
    let loaded = Expectation("places loaded", of: PlaceList.self)
    loader().places(at: file, completion: loaded.resultHandler())
    let list = try await loaded.wait(timeout: .seconds(5))
    #expect(
      list.places == [Place(title: "Oude Kerk", place: "Delft", latitude: 52.01, longitude: 4.35, visited: true)])
    #expect(list.problems.isEmpty)
  }

  /// The same in a synchronous test. This `wait` blocks its thread of the concurrency pool.
  @Test func places_inFileInSynchronousTest_delivered() throws {
    let file = try folder.write(Self.list(Self.delft), to: "places.json")
    let loaded = Expectation("places loaded", of: PlaceList.self)
    loader().places(at: file, completion: loaded.resultHandler())
    #expect(try loaded.wait(timeout: .seconds(5)).places.map(\.title) == ["Oude Kerk"])
  }

  @Test func places_overHTTP_delivered() async throws {
    let server = try LoopbackServer(.json(Self.list(Self.delft)))
    defer { server.stop() }
    let list = try await loader().places(at: server.url.appendingPathComponent("places"))
    #expect(list.places.count == 1)
    #expect(server.requests.map(\.path) == ["/places"])
  }

  /// Every field, and the value in place of each missing one.
  @Test func places_optionalFields_takenOrLeftOut() async throws {
    let full = #"""
      {"title":"a","place":"b","latitude":-90,"longitude":180,"information":"i","telephone":"+31 15 212 3015",
       "url":"https://example.org/%C3%A9","visited":null,"unknown":[{}]}
      """#
    let sparse = #"{"title":"a","place":"b","latitude":0,"longitude":0,"url":null}"#
    let list = try await loader().places(at: folder.write(Self.list(full, sparse), to: "places.json"))
    #expect(list.problems.isEmpty)
    #expect(
      list.places == [
        Place(
          title: "a", place: "b", latitude: -90, longitude: 180, information: "i", telephone: "+31 15 212 3015",
          url: URL(string: "https://example.org/%C3%A9")),
        Place(title: "a", place: "b", latitude: 0, longitude: 0),
      ])
  }

  // MARK: Threads

  /// The read is held up while the callback queue is free: the queue answers before the file does.
  @Test func places_readElsewhere_callbackQueueIsFree() async throws {
    let file = try folder.write(Self.list(Self.delft), to: "places.json")
    let files = FaultyFileSystem()
    let reading = Expectation("file is read")
    let proceed = Expectation("reading may go on")
    files.hold(.read, reached: reading, until: proceed)
    let loader = PlaceLoader(isStrict: false, callbackQueue: queue, fileSystem: files)
    let loaded = Expectation("places loaded", of: PlaceList.self)
    loader.places(at: file, completion: loaded.resultHandler())
    await reading.wait(timeout: .seconds(5))
    let isFree = Expectation("callback queue is free")
    queue.async(execute: isFree.handler)
    await isFree.wait(timeout: .seconds(5))
    proceed.fulfill()
    let report = await report(of: [loaded], timeout: .seconds(5))
    #expect(report.isSuccess)
    #expect(report.expectations.first?.fulfillments.first?.thread == "queue \"callbacks\"")
  }

  // MARK: Some places are invalid

  /// An invalid place, and the problem reported for it.
  static let problems: [(place: String, problem: String)] = [
    (#"{"place":"b","latitude":0,"longitude":0}"#, "places[1].title: missing"),
    (#"{"title":1,"place":"b","latitude":0,"longitude":0}"#, "places[1].title: an integer instead of a string"),
    (#"{"title":null,"place":"b","latitude":0,"longitude":0}"#, "places[1].title: null instead of a string"),
    (#"{"title":"a","latitude":0,"longitude":0}"#, "places[1].place: missing"),
    (#"{"title":"a","place":"b","longitude":0}"#, "places[1].latitude: missing"),
    (#"{"title":"a","place":"b","latitude":"0","longitude":0}"#, "places[1].latitude: a string instead of a number"),
    (#"{"title":"a","place":"b","latitude":90.1,"longitude":0}"#, "places[1].latitude: beyond 90 degrees"),
    (#"{"title":"a","place":"b","latitude":0,"longitude":-181}"#, "places[1].longitude: beyond 180 degrees"),
    (
      #"{"title":"a","place":"b","latitude":0,"longitude":0,"visited":"yes"}"#,
      "places[1].visited: a string instead of a Boolean"
    ),
    (#"{"title":"a","place":"b","latitude":0,"longitude":0,"url":""}"#, "places[1].url: not a URL"),
    (#"{"title":"a","place":"b","latitude":0,"longitude":0,"url":"a"}"#, "places[1].url: not a URL"),
    (
      #"{"title":"a","place":"b","latitude":0,"longitude":0,"telephone":[1]}"#,
      "places[1].telephone: an array instead of a string"
    ),
    ("null", "places[1]: null instead of an object"), ("[]", "places[1]: an array instead of an object"),
  ]

  @Test(arguments: problems.indices)
  func places_oneIsBad_othersAreDelivered(index: Int) async throws {
    let (place, problem) = Self.problems[index]
    let file = try folder.write(Self.list(Self.delft, place, Self.delft), to: "places.json")
    let list = try await loader().places(at: file)
    #expect(list.places.map(\.title) == ["Oude Kerk", "Oude Kerk"])
    #expect(list.problems.map(\.description) == [problem])
  }

  @Test(arguments: problems.indices)
  func places_oneIsBad_strictFails(index: Int) async throws {
    let (place, problem) = Self.problems[index]
    let file = try folder.write(Self.list(Self.delft, place, Self.delft), to: "places.json")
    let loaded = Expectation("places loaded", of: PlaceList.self)
    loader(isStrict: true).places(at: file, completion: loaded.resultHandler())
    let error = await #expect(throws: PlaceError.self) { try await loaded.wait(timeout: .seconds(5)) }
    guard case .malformed(let found) = error else { throw try #require(error) }
    #expect(found.description == problem)
  }

  // MARK: The whole list is invalid

  @Test(arguments: [
    ("", "invalidJSON not JSON"), ("[1", "invalidJSON ends too early"), ("nonsense", "invalidJSON not JSON"),
    ("[]", "malformed an array instead of an object"), ("{}", "malformed places: missing"),
    (#"{"places":{}}"#, "malformed places: an object instead of an array"),
    (String(repeating: "[", count: 70) + String(repeating: "]", count: 70), "invalidJSON nested more than 64 deep"),
    (String(repeating: " ", count: 2000), "tooLarge 1000"),
  ])
  func places_noList_typedError(text: String, expected: String) async throws {
    let file = try folder.write(text, to: "places.json")
    let loader = PlaceLoader(sizeLimit: 1000, callbackQueue: queue)
    let error = await #expect(throws: PlaceError.self) { try await loader.places(at: file) }
    #expect(error.map(name) == expected)
  }

  @Test func places_noFile_typedErrorWithItsReason() async throws {
    let error = await #expect(throws: PlaceError.self) { try await loader().places(at: folder.file("none")) }
    #expect(error.map(name) == "unreadable notFound")
    #expect((error?.underlyingError as? FileError)?.operation == .open)
    let ftp = try #require(URL(string: "ftp://example.org/places"))
    let unsupported = await #expect(throws: PlaceError.self) { try await loader().places(at: ftp) }
    #expect(unsupported.map(name) == "unsupportedURL ftp://example.org/places")
  }

  static let faults: [(LoopbackAnswer, String)] = [
    (.http(404), "badStatus 404"), (.http(200, body: Data("{}".utf8)), "wrongContentType -"),
    (.closed, "notFetched connectionLost"), (.json("{", cutTo: 0), "notFetched connectionLost"),
    (.raw("220 ready\r\n"), "notFetched notHTTP"), (.silence, "notFetched timedOut"),
    (.redirect(to: "ftp://127.0.0.1/"), "notFetched redirectRefused"), (.json("{}"), "malformed places: missing"),
  ]

  @Test(arguments: faults.indices)
  func places_badAnswer_typedError(index: Int) async throws {
    let (answer, expected) = Self.faults[index]
    let server = try LoopbackServer(answer)
    defer { server.stop() }
    let deadline = Duration.milliseconds(expected.hasSuffix("timedOut") ? 200 : 10_000)
    let error = await #expect(throws: PlaceError.self) {
      try await loader(deadline: deadline).places(at: server.url)
    }
    #expect(error.map(name) == expected, "\(server)")
  }

  // MARK: Canceling

  @Test func places_cancelledBeforeTheFileIsRead_answeredOnce() async throws {
    let file = try folder.write(Self.list(Self.delft), to: "places.json")
    let files = FaultyFileSystem()
    let reading = Expectation("file is read")
    let proceed = Expectation("reading may go on")
    files.hold(.openFile, reached: reading, until: proceed)
    let loader = PlaceLoader(isStrict: false, callbackQueue: queue, fileSystem: files)
    let loaded = Expectation("load answered", of: Result<PlaceList, PlaceError>.self)
    let load = loader.places(at: file, completion: loaded.handler)
    await reading.wait(timeout: .seconds(5))
    load.cancel()
    load.cancel()
    let result = try await loaded.wait(timeout: .seconds(5))
    #expect(name(try #require(result.failure)) == "cancelled")
    proceed.fulfill()
    // The same queue reads the next file after this one, so all callbacks of the first load have come by then.
    _ = try await loader.places(at: file)
    #expect(loaded.fulfillmentCount == 1)
  }

  @Test func places_taskCancelled_requestGivenUp() async throws {
    let server = try LoopbackServer(.silence)
    defer { server.stop() }
    let requested = Expectation("request received", of: LoopbackRequest.self)
    let disconnected = Expectation("connection ended")
    server.onRequest = requested.handler
    server.onDisconnect = disconnected.handler
    let loader = loader()
    let task = Task { try await loader.places(at: server.url) }
    try await requested.wait(timeout: .seconds(30))
    task.cancel()
    let error = await #expect(throws: PlaceError.self) { try await task.value }
    #expect(error.map(name) == "cancelled")
    await disconnected.wait(timeout: .seconds(30))
  }

  // MARK: Several at once

  @Test func places_manyFilesAtOnce_eachAnsweredOnce() async throws {
    let loader = loader()
    let loaded = Expectation("places loaded", of: PlaceList.self, count: 100)
    for index in 0..<100 {
      let place = #"{"title":"\#(index)","place":"b","latitude":0,"longitude":0}"#
      let file = try folder.write(Self.list(place), to: "\(index).json")
      loader.places(at: file, completion: loaded.resultHandler())
    }
    try await loaded.wait(timeout: .seconds(15))
    #expect(Set(loaded.values.flatMap(\.places).map(\.title)) == Set((0..<100).map { "\($0)" }))
  }

  func name(_ error: PlaceError) -> String {
    switch error {
    case .unsupportedURL(let url): "unsupportedURL \(url)"
    case .unreadable(let error): "unreadable \(error.reason)"
    case .notFetched(let failure): "notFetched \(String(describing: failure).prefix { $0.isLetter || $0.isNumber })"
    case .badStatus(let status): "badStatus \(status)"
    case .wrongContentType(let type): "wrongContentType \(type ?? "-")"
    case .tooLarge(let limit): "tooLarge \(limit)"
    case .cancelled: "cancelled"
    case .invalidJSON(let reason, _): "invalidJSON \(reason)"
    case .malformed(let problem): "malformed \(problem)"
    }
  }
}
