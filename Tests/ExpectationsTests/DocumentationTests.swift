import Dispatch
import Expectations
import Foundation
import Testing

import class Expectations.Expectation

/// The snippets of the documentation and the README, as they stand there.
@Suite struct DocumentationTests {
  private struct Document {
    func save(to url: URL, _ completion: @escaping @Sendable (Bool) -> Void) {
      DispatchQueue.global().async { completion(true) }
    }
    func save(onError: @escaping @Sendable () -> Void, onSuccess: @escaping @Sendable () -> Void) {
      DispatchQueue.global().async { onSuccess() }
    }
  }

  private struct Record: Equatable {}

  private struct Loader {
    func load(_ url: URL, completion: @escaping @Sendable (String) -> Void) {
      DispatchQueue.global().async { completion("image") }
    }
    func fetch(_ query: String, completion: @escaping @Sendable (Result<[Record], URLError>) -> Void) {
      DispatchQueue.global().async { completion(.success([Record()])) }
    }
    func download(_ url: URL, completion: @escaping @Sendable (URL?, (any Error)?) -> Void) {
      DispatchQueue.global().async { completion(url, nil) }
    }
    func present(_ view: String, completion: @escaping @Sendable () -> Void) {
      DispatchQueue.global().async { completion() }
    }
    func remove(_ file: URL, completion: @escaping @Sendable ((any Error)?) -> Void) {
      let error = file.lastPathComponent == "missing" ? URLError(.fileDoesNotExist) : nil
      DispatchQueue.global().async { completion(error) }
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

  @Test func savesTheDocument_blocking() throws {
    let saved = Expectation("document saved", of: Bool.self)
    document.save(to: url) { saved.fulfill($0) }
    let isSaved = try saved.wait(timeout: .seconds(5))
    #expect(isSaved)
  }

  @Test func savesWithoutAnError() async {
    let failed = Expectation("save failed", count: 0)
    let saved = Expectation("document saved")
    document.save(onError: failed.handler, onSuccess: saved.handler)
    await failed.wait(until: saved)
  }

  @Test func savesWithoutAnError_blocking() {
    let failed = Expectation("save failed", count: 0)
    let saved = Expectation("document saved")
    document.save(onError: failed.handler, onSuccess: saved.handler)
    failed.wait(until: saved)
  }

  @Test func handlers() async throws {
    let loaded = Expectation("image loaded", of: String.self)
    loader.load(url, completion: loaded.handler)
    let fetched = Expectation("records fetched", of: [Record].self)
    loader.fetch("query", completion: fetched.resultHandler())
    let downloaded = Expectation("file downloaded", of: URL.self)
    loader.download(url, completion: downloaded.valueOrErrorHandler)
    let removed = Expectation("file removed")
    loader.remove(url, completion: removed.errorHandler)

    let presented = Expectation("view presented")
    loader.present("view", completion: presented.handler)

    let (image, records, file) = try await values(of: loaded, fetched, downloaded, timeout: .seconds(5))
    #expect(image == "image")
    #expect(records == [Record()])
    #expect(file == url)
    #expect(await wait(for: removed, presented, timeout: .seconds(5)))
  }

  @Test func several() async throws {
    let (saved, fetched) = (Expectation("saved", of: Bool.self), Expectation("fetched", of: [Record].self))
    saved.fulfill(true)
    fetched.fulfill([Record()])
    #expect(await wait(for: saved, fetched, timeout: .seconds(5), enforceOrder: true))
    let (isSaved, records) = try await values(of: saved, fetched, timeout: .seconds(5))
    #expect(isSaved && records.count == 1)
  }

  @Test func firstOfSeveral() async {
    let (hit, miss) = (Expectation("hit"), Expectation("miss"))
    hit.fulfill()
    switch await wait(forAnyOf: hit, miss, timeout: .seconds(5)) {
    case 0: break
    default: Issue.record("from the network")
    }
  }

  @Test func withoutFailing() async {
    let (saved, fetched) = (Expectation("saved"), Expectation("fetched"))
    let report = await outcome(of: saved, fetched, timeout: .milliseconds(1))
    #expect(report.outcome == .timedOut)
  }

  @Test func defaultTimeout() async throws {
    let uploaded = Expectation("uploaded", of: URL.self)
    uploaded.fulfill(url)
    try await ExpectationDefaults.$timeout.withValue(.seconds(30)) {
      _ = try await uploaded.wait()
    }
  }

  @Test func waitableOfOnesOwn() async {
    struct UploadSpy: Waitable {
      let uploaded = Expectation("uploaded", of: URL.self)
      var waitTarget: WaitTarget { uploaded.waitTarget }
    }
    let spy = UploadSpy()
    spy.uploaded.fulfill(url)
    #expect(await wait(for: spy, timeout: .seconds(5)))
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
    try blocking { try badge.wait(equals: 3, timeout: .seconds(5)) }
  }

  @Test func expectedError() async throws {
    let (storage, missingFile) = (loader, URL(fileURLWithPath: "/missing"))
    let removed = Expectation("file removed")
    storage.remove(missingFile, completion: removed.errorHandler)
    let error = try await removed.failure(timeout: .seconds(5))
    #expect((error as? URLError)?.code == .fileDoesNotExist)
    #expect(try blocking { try removed.failure(timeout: .seconds(5)) } is URLError)
  }

  @Test func valuesOfAList() async throws {
    struct Upload {
      let received = Expectation("photo received", of: String.self)
    }
    let uploads = [Upload(), Upload()]
    for upload in uploads { upload.received.fulfill("photo") }
    let photos = try await values(of: uploads.map(\.received), timeout: .seconds(5))
    #expect(photos == ["photo", "photo"])
    let same = try blocking { try values(of: uploads.map(\.received), timeout: .seconds(5)) }
    #expect(same == photos)
  }

  @Test func declaredQueue() async {
    let queue = DispatchQueue(label: "upload")
    let uploaded = Expectation("uploaded", fulfilledOn: queue)
    queue.async { uploaded.fulfill() }
    #expect(await uploaded.wait(timeout: .seconds(5)))
  }

  @Test func typePosition() async throws {
    let saved: Expectation<Bool> = Expectation("saved", of: Bool.self)
    saved.fulfill(true)
    #expect(try await saved.wait())
  }
}
