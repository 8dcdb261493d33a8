import Expectations
import Foundation
import Leftovers
import Testing

@testable import Samples

/// How to test a loader of files and responses, in Swift Testing: with real files and a real server on the loopback
/// interface.
@Suite(.endsAllTasks) struct PlaceLoaderTests {
  static let delft = #"{"title":"Oude Kerk","place":"Delft","latitude":52.01,"longitude":4.35,"visited":true}"#

  static func list(_ places: String...) -> String { #"{"places":["# + places.joined(separator: ",") + "]}" }

  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  func loader(deadline: Duration = .seconds(60), sizeLimit: Int = 1000) -> PlaceLoader {
    PlaceLoader(deadline: deadline, sizeLimit: sizeLimit, callbackQueue: folder.queue, onStep: folder.steps.hook)
  }

  @Test func places_inFile_delivered() async throws {
    let file = try folder.write(Self.list(Self.delft), to: "places.json")
    let loaded = Expectation("places loaded", of: PlaceList.self)
    loader().places(at: file, completion: loaded.resultHandler())
    let place = Place(title: "Oude Kerk", place: "Delft", latitude: 52.01, longitude: 4.35, visited: true)
    #expect(try await loaded.wait(timeout: .seconds(5)) == PlaceList(places: [place]))
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

  /// The read is held up while the callback queue is free: the queue answers before the file does.
  @Test func places_readElsewhere_callbackQueueIsFree() async throws {
    let file = try folder.write(Self.list(Self.delft), to: "places.json")
    let (reading, proceed) = folder.steps.hold(.read)
    let loaded = Expectation("places loaded", of: PlaceList.self)
    loader().places(at: file, completion: loaded.resultHandler())
    await reading.wait(timeout: .seconds(5))
    let isFree = Expectation("callback queue is free")
    folder.queue.async(execute: isFree.handler)
    await isFree.wait(timeout: .seconds(5))
    proceed.fulfill()
    let report = await report(of: [loaded], timeout: .seconds(5))
    #expect(report.isSuccess)
    #expect(report.expectations.first?.fulfillments.first?.thread == "queue \"callbacks\"")
  }

  @Test(arguments: [
    (#"{"place":"b","latitude":0,"longitude":0}"#, "places[1].title: missing"),
    (#"{"title":1,"place":"b","latitude":0,"longitude":0}"#, "places[1].title: not of type String"),
    (#"{"title":"a","place":"b","latitude":"0","longitude":0}"#, "places[1].latitude: not of type Double"),
    (#"{"title":"a","place":"b","latitude":90.1,"longitude":0}"#, "places[1].latitude: beyond 90 degrees"),
    (#"{"title":"a","place":"b","latitude":0,"longitude":-181}"#, "places[1].longitude: beyond 180 degrees"),
    (#"{"title":"a","place":"b","latitude":0,"longitude":0,"url":"a"}"#, "places[1].url: not a whole URL"),
    ("[]", "places[1]: not of type Dictionary<String, Any>"),
  ])
  func places_oneIsBad_othersAreDelivered(place: String, problem: String) async throws {
    let file = try folder.write(Self.list(Self.delft, place, Self.delft), to: "places.json")
    let list = try await loader().places(at: file)
    #expect(list.places.map(\.title) == ["Oude Kerk", "Oude Kerk"])
    #expect(list.problems == [problem])
  }

  @Test(arguments: [
    ("nonsense", "malformed : The given data was not valid JSON."), ("{}", "malformed places: missing"),
    (#"{"places":{}}"#, "malformed places: not of type Array<Any>"),
    (String(repeating: " ", count: 2000), "tooLarge 1000"),
  ])
  func places_noList_typedError(text: String, expected: String) async throws {
    let file = try folder.write(text, to: "places.json")
    let error = await #expect(throws: ServiceError.self) { try await loader().places(at: file) }
    #expect(error?.name == expected)
  }

  @Test func places_neitherFileNorHTTP_nothingRead() async throws {
    let url = try #require(URL(string: "ftp://example.org/places"))
    let error = await #expect(throws: ServiceError.self) { try await loader().places(at: url) }
    #expect(error?.name == "invalidRequest")
  }

  @Test(arguments: [
    (LoopbackAnswer.http(404), "badStatus 404 0"), (.http(200, body: Data("{}".utf8)), "wrongContentType -"),
    (.closed, "connectionLost"), (.json("{}"), "malformed places: missing"),
  ])
  func places_badAnswer_typedError(answer: LoopbackAnswer, expected: String) async throws {
    let server = try LoopbackServer(answer)
    defer { server.stop() }
    let error = await #expect(throws: ServiceError.self) { try await loader().places(at: server.url) }
    #expect(error?.name == expected, "\(server)")
  }

  @Test func places_cancelledWhileTheFileIsRead_answeredOnce() async throws {
    let file = try folder.write(Self.list(Self.delft), to: "places.json")
    let (reading, proceed) = folder.steps.hold(.open)
    let loader = loader()
    let loaded = Expectation("load answered", of: Result<PlaceList, ServiceError>.self)
    let load = loader.places(at: file, completion: loaded.handler)
    await reading.wait(timeout: .seconds(5))
    load.cancel()
    load.cancel()
    #expect(try await loaded.wait(timeout: .seconds(5)).name == "cancelled")
    proceed.fulfill()
    // The same queue reads the next file after this one, so all callbacks of the first load have come by then.
    _ = try await loader.places(at: file)
    #expect(loaded.fulfillmentCount == 1)
  }
}
