// [documented] The documentation shows lines of this file, and `DocumentedCodeTests` compares them.
import Expectations
import Foundation
import Testing

import class Expectations.Expectation

@Suite struct DocumentationTests {
  private struct Document {
    func save(to url: URL, _ completion: @escaping @Sendable (Bool) -> Void) { Task { completion(true) } }
    func save(onError: @Sendable () -> Void, onSuccess: @escaping @Sendable () -> Void) { Task { onSuccess() } }
  }

  private typealias Image = String

  private struct Record: Equatable {}

  private struct Loader {
    func load(_ url: URL, completion: @escaping @Sendable (String) -> Void) { Task { completion("image") } }
    func fetch(_ query: String, completion: @escaping @Sendable (Result<[Record], URLError>) -> Void) {
      Task { completion(.success([Record()])) }
    }
    func download(_ url: URL, completion: @escaping @Sendable (URL?, (any Error)?) -> Void) {
      Task { completion(url, nil) }
    }
    func present(_ view: String, completion: @escaping @Sendable () -> Void) { Task { completion() } }
    func remove(_ file: URL, completion: @escaping @Sendable ((any Error)?) -> Void) {
      Task { completion(file.lastPathComponent == "missing" ? URLError(.fileDoesNotExist) : nil) }
    }
  }

  private actor Uploader {
    func upload(_ photo: String) throws -> String { "\(photo) uploaded" }
  }

  private let document = Document()
  private let loader = Loader()
  private let url = URL(fileURLWithPath: "/document")

  @Test func savesTheDocument() async throws {
    let saved = Expectation("document saved", of: Bool.self)
    document.save(to: url) { saved.fulfill($0) }
    #expect(try await saved.wait(timeout: .seconds(5)))
  }

  @Test func savesWithoutAnError() async {
    let failed = Expectation("save failed", count: 0)
    let saved = Expectation("document saved")
    document.save(onError: failed.handler, onSuccess: saved.handler)
    await saved.wait(timeout: .seconds(5))
    await failed.expectNone(for: .zero)
  }

  @Test func handlers() async throws {
    let (service, downloader, controller, storage) = (loader, loader, loader, loader)
    let (query, view, file) = ("query", "view", url)
    let loaded = Expectation("image loaded", of: Image.self)
    loader.load(url, completion: loaded.handler)
    let fetched = Expectation("records fetched", of: [Record].self)
    service.fetch(query, completion: fetched.resultHandler())
    let downloaded = Expectation("file downloaded", of: URL.self)
    downloader.download(url, completion: downloaded.valueOrErrorHandler)
    let removed = Expectation("file removed")
    storage.remove(file, completion: removed.errorHandler)
    let presented = Expectation("view presented")
    controller.present(view, completion: presented.handler)

    let (image, records, copy) = try await values(of: loaded, fetched, downloaded, timeout: .seconds(5))
    #expect(image == "image")
    #expect(records == [Record()])
    #expect(copy == url)
    #expect(await wait(for: [removed, presented], timeout: .seconds(5)))
  }

  @Test func several() async throws {
    let (saved, fetched) = (Expectation("saved", of: Bool.self), Expectation("fetched", of: [Record].self))
    saved.fulfill(true)
    fetched.fulfill([Record()])
    await wait(for: [saved, fetched], timeout: .seconds(5), enforceOrder: true)
    let (document, records) = try await values(of: saved, fetched, timeout: .seconds(5))
    #expect(document && records.count == 1)
  }

  @Test func firstOfSeveral() async {
    let (hit, miss) = (Expectation("hit"), Expectation("miss"))
    hit.fulfill()
    var lines: [String] = []
    func print(_ line: String) { lines.append(line) }
    switch await wait(forAnyOf: [hit, miss], timeout: .seconds(5)) {
    case 0: print("from the cache")
    default: print("from the network")
    }
    #expect(lines == ["from the cache"])
  }

  @Test func withoutFailing() async {
    let (saved, fetched) = (Expectation("saved"), Expectation("fetched"))
    let report = await report(of: [saved, fetched], timeout: .milliseconds(200))
    #expect(report.outcome == .timedOut)
  }

  @Test func printedReport() async {
    let (saved, fetched) = (Expectation("saved"), Expectation("fetched"))
    saved.fulfill()
    fetched.fulfill()
    var texts: [String] = []
    func print(_ report: WaitReport) { texts.append("\(report)") }
    let report = await report(of: [saved, fetched], timeout: .seconds(5))
    print(report)  // the text that a failure would have
    #expect(texts == [report.description])
    #expect(report.outcome == .completed)
  }

  @Test func recordedAfterAll() async {
    struct Server { let log = "nothing was asked" }
    let (server, saved) = (Server(), Expectation("saved"))
    saved.fulfill()
    func print(_ line: String) {}
    let report = await report(of: [saved], timeout: .seconds(5))
    if report.outcome == .timedOut { print(server.log) }
    report.record()
    #expect(report.outcome == .completed)
  }

  @Test func defaultTimeout() async throws {
    let uploaded = Expectation("uploaded", of: URL.self)
    uploaded.fulfill(url)
    try await ExpectationDefaults.$timeout.withValue(.seconds(30)) {
      try await uploaded.wait()
    }
  }

  @Test func waitableOfOnesOwn() async {
    struct UploadSpy: Waitable {
      let uploaded = Expectation("uploaded", of: URL.self)
      var waitTarget: WaitTarget { uploaded.waitTarget }
    }
    let spy = UploadSpy()
    spy.uploaded.fulfill(url)
    #expect(await wait(for: [spy], timeout: .seconds(5)))
  }

  @Test func boundedBody() async throws {
    let (manager, photo) = (Uploader(), "beach")
    let receipt = try await within(.seconds(5)) { try await manager.upload(photo) }
    #expect(receipt == "beach uploaded")
  }

  @Test func expectedValue() async throws {
    let badge = Expectation("badge", of: Int.self)
    badge.fulfill(3)
    try await badge.wait(equals: 3, timeout: .seconds(5))
  }

  @Test func expectedError() async throws {
    let (storage, missingFile) = (loader, URL(fileURLWithPath: "/missing"))
    let removed = Expectation("file removed")
    storage.remove(missingFile, completion: removed.errorHandler)
    let error = try await removed.failure(timeout: .seconds(5))
    #expect((error as? URLError)?.code == .fileDoesNotExist)
  }

  @Test func valuesOfAList() async throws {
    struct Upload {
      let received = Expectation("photo received", of: String.self)
    }
    let uploads = [Upload(), Upload()]
    for upload in uploads { upload.received.fulfill("photo") }
    let photos = try await values(of: uploads.map(\.received), timeout: .seconds(5))
    #expect(photos == ["photo", "photo"])
  }

  @Test func notYet() async {
    let lock = Lock()
    let acquired = Expectation("lock acquired")
    Task {
      await lock.acquire()
      acquired.fulfill()
    }
    await acquired.expectNone(for: .milliseconds(100))  // held by the test
    lock.release()
    await acquired.wait()
  }

  /// A lock that the test holds.
  private final class Lock: Sendable {
    private let released = Recorder<Void>("released")

    func acquire() async { try? await released.next() }
    func release() { released.record() }
  }
}
