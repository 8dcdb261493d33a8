// [documented] The documentation shows lines of this file, and `DocumentedCodeTests` compares them.
import Dispatch
import Expectations
import Foundation
import Testing

import class Expectations.Expectation

/// How to test code that calls back in one of the usual ways.
@Suite struct StreamRecipeTests {
  // MARK: A delegate protocol

  private enum DownloadEvent: Equatable {
    case started
    case received(bytes: Int)
  }

  private protocol DownloadDelegate: AnyObject, Sendable {
    func downloadDidStart()
    func download(didReceive bytes: Int)
    func download(didEndWith error: (any Error)?)
  }

  private final class Download: Sendable {
    private let queue = DispatchQueue(label: "download")

    func start(delegate: any DownloadDelegate, error: (any Error)? = nil) {
      queue.async {
        delegate.downloadDidStart()
        for bytes in [512, 256] { delegate.download(didReceive: bytes) }
        delegate.download(didEndWith: error)
      }
    }
  }

  private final class DownloadSpy: DownloadDelegate {
    let events = Recorder<DownloadEvent>("download")

    func downloadDidStart() { events.record(.started) }
    func download(didReceive bytes: Int) { events.record(.received(bytes: bytes)) }
    func download(didEndWith error: (any Error)?) {
      if let error { events.record(throwing: error) } else { events.recordEnd() }
    }
  }

  @Test func delegate_isToldInOrder() async throws {
    let spy = DownloadSpy()
    Download().start(delegate: spy)
    #expect(try await spy.events.next() == .started)
    #expect(try await spy.events.next(2) == [.received(bytes: 512), .received(bytes: 256)])
    try await spy.events.finish()
  }

  @Test func delegate_isToldOfTheError() async throws {
    let spy = DownloadSpy()
    Download().start(delegate: spy, error: URLError(.timedOut))
    await spy.events.skip(3)
    let error = try await spy.events.failure()
    #expect((error as? URLError)?.code == .timedOut)
  }

  // MARK: A closure that is called repeatedly

  private final class Thermometer: Sendable {
    let queue = DispatchQueue(label: "thermometer")

    func observe(_ onChange: @escaping @Sendable (Double) -> Void) {
      queue.async { for degrees in [36.6, 37.2, 38.5] { onChange(degrees) } }
    }
  }

  @Test func closure_isCalledForEachChange() async throws {
    let thermometer = Thermometer()
    let temperatures = Recorder<Double>("temperature")
    thermometer.observe(temperatures.handler)
    #expect(try await temperatures.next() == 36.6)
    #expect(try await temperatures.next(2) == [37.2, 38.5])
    await temperatures.expectNone(for: .milliseconds(10))
  }

  // MARK: A publisher

  /// The minimal publisher: it sends its values to each subscriber, and then ends.
  private struct Publisher<Output: Sendable> {
    let outputs: [Output]

    func sink(
      receiveCompletion completion: @escaping @Sendable ((any Error)?) -> Void,
      receiveValue value: @escaping @Sendable (Output) -> Void
    ) {
      DispatchQueue.global().async { [outputs] in
        for output in outputs { value(output) }
        completion(nil)
      }
    }
  }

  /// A recorder for the values of a publisher.
  private func record<Output>(_ publisher: Publisher<Output>, _ description: String) -> Recorder<Output> {
    let recorder = Recorder<Output>(description)
    publisher.sink(
      receiveCompletion: { error in
        if let error { recorder.record(throwing: error) } else { recorder.recordEnd() }
      },
      receiveValue: recorder.handler)
    return recorder
  }

  @Test func publisher_publishesAndCompletes() async throws {
    let searches = Publisher(outputs: ["s", "sw", "swift"])
    let results = record(searches, "search results")
    await results.skip(2)
    #expect(try await results.next() == "swift")
    try await results.finish()
  }

  // MARK: A timer

  @Test func timer_ticks_andStopsWhenItIsCancelled() async throws {
    let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "timer"))
    timer.schedule(deadline: .now(), repeating: .milliseconds(1))
    let ticks = Recorder<Void>("ticks")
    timer.setEventHandler {
      ticks.record()
      if ticks.elements.count == 3 { timer.cancel() }
    }
    timer.setCancelHandler { ticks.recordEnd() }
    timer.activate()
    try await ticks.next(3)
    // A fourth tick before the end, or after it, would be a failure.
    try await ticks.finish()
  }

  // MARK: A process

  #if os(Linux) || os(macOS)
    @Test func process_ends_withItsStatus() async throws {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
      process.arguments = ["-c", "exit 3"]
      let exited = Expectation("process exited", of: Int32.self)
      process.terminationHandler = { exited.fulfill($0.terminationStatus) }
      try process.run()
      #expect(try await exited.wait(timeout: .seconds(30)) == 3)
    }
  #endif

  // MARK: A task

  private struct Upload: Sendable {
    func callAsFunction() async throws -> URL { URL(fileURLWithPath: "/uploaded") }
  }

  @Test func task_ends_inTime() async throws {
    let upload = Task { try await Upload()() }
    let uploaded = Expectation("uploaded", of: URL.self)
    Task { uploaded.fulfill(with: await upload.result) }
    #expect(try await uploaded.wait(timeout: .seconds(5)).lastPathComponent == "uploaded")
  }

  // MARK: A notification

  private final class Document: Sendable {
    static let didSave = Notification.Name("documentDidSave")

    func save() {
      DispatchQueue.global().async {
        NotificationCenter.default.post(name: Self.didSave, object: self, userInfo: ["version": 2])
      }
    }
  }

  @Test func notification_isPosted_withItsVersion() async throws {
    let document = Document()
    // Tests run in parallel and share the default center, so name the object that posts the notification.
    let saved = Expectation(
      notification: Document.didSave, object: document, value: { $0.userInfo?["version"] as? Int })
    document.save()
    #expect(try await saved.wait(timeout: .seconds(5)) == 2)
  }
}
