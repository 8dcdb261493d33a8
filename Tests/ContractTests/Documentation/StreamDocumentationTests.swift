// [documented] The documentation shows lines of this file, and `DocumentedCodeTests` compares them.
import Dispatch
import Foundation
import Testing

import class Expectations.Expectation

@testable import Expectations

@Suite struct StreamDocumentationTests {
  private enum Event: Equatable {
    case started
    case progress(Double)
    case saved
  }

  private struct Download {
    let events: AsyncStream<Event>
    private let continuation: AsyncStream<Event>.Continuation

    init() { (events, continuation) = AsyncStream.makeStream(of: Event.self) }

    func start() {
      DispatchQueue.global().async {
        for event in [Event.started, .progress(0.5), .progress(1)] { continuation.yield(event) }
        continuation.finish()
      }
    }
  }

  private final class Upload {
    /// To set it starts the upload.
    var onProgress: @Sendable (Double) -> Void = { _ in } {
      didSet { start() }
    }

    private func start() {
      DispatchQueue.global().async { [onProgress] in for step in [0.5, 1] { onProgress(step) } }
    }
  }

  private final class Document: Sendable {
    func save() {
      DispatchQueue.global().async {
        NotificationCenter.default.post(name: .documentSaved, object: self, userInfo: ["version": 2])
      }
    }
  }

  @Test func sequence() async throws {
    let download = Download()
    let events = Recorder(download.events)
    download.start()
    #expect(try await events.next() == .started)
    #expect(try await events.next(2) == [.progress(0.5), .progress(1)])
    try await events.finish()
  }

  @Test func expected() async throws {
    let events = Recorder<Event>("download")
    events.record(.started)
    events.record(.progress(0.5))
    try await events.expectNext(.started, .progress(0.5))
  }

  @Test func expected_fromAList() async throws {
    let (events, steps) = (Recorder<Event>("download"), [0.5, 1])
    for step in steps { events.record(.progress(step)) }
    try await events.expectNext(steps.map(Event.progress))
  }

  @Test func unexpected() async throws {
    let (_, host) = await recording {
      let events = Recorder<Event>("download", fileID: "AppTests/DownloadTests.swift", line: 12)
      events.record(.started)
      events.record(.progress(0.25))
      try? await events.expectNext(.started, .progress(0.5))
    }
    #expect(
      host.problems.map(\.message) == [
        """
        "download" did not record the expected events: event 2 is progress(0.25), expected progress(0.5)
          1: started
          2: progress(0.25)
          expected:
          1: started
          2: progress(0.5)
          created at DownloadTests.swift:12
        """
      ])
  }

  @Test func pushed() async throws {
    let upload = Upload()
    let progress = Recorder<Double>("progress")
    upload.onProgress = { progress.record($0) }
    #expect(try await progress.next(timeout: .seconds(5)) == 0.5)
    progress.dismiss()
  }

  private struct DownloadSpy {
    let received = Recorder<Data>("data")

    func download(_ download: Download, didReceive data: Data) {
      received.record(data)
    }

    func download(_ download: Download, didFailWith error: any Error) {
      received.record(throwing: error)
    }

    func downloadDidEnd(_ download: Download) {
      received.recordEnd()
    }
  }

  @Test func delegate() async throws {
    let (download, spy, failing) = (Download(), DownloadSpy(), DownloadSpy())
    spy.download(download, didReceive: Data([1]))
    spy.downloadDidEnd(download)
    #expect(try await spy.received.next() == Data([1]))
    try await spy.received.finish()
    failing.download(download, didFailWith: URLError(.timedOut))
    #expect(try await failing.received.failure() is URLError)
  }

  @Test func handler() async throws {
    let upload = Upload()
    let progress = Recorder<Double>("progress")
    upload.onProgress = progress.handler
    #expect(try await progress.next(2) == [0.5, 1])
    #expect(progress.elements == [0.5, 1])
  }

  @Test func ends() async throws {
    let events = Recorder<Event>("events")
    events.record(.saved)
    events.recordEnd()
    #expect(try await events.next() == .saved)
    try await events.finish()

  }

  @Test func error() async throws {
    let events = Recorder<Event>("events")
    events.record(throwing: URLError(.timedOut))
    let error = try await events.failure()
    #expect(error is URLError)
  }

  @Test func skipping_andSilence() async throws {
    let events = Recorder<Event>("events")
    events.record(.started)
    events.record(.saved)
    await events.skip(2)
    await events.expectNone(for: .milliseconds(100))
  }

  @Test func notification() async throws {
    let document = Document()
    let saved = Expectation(notification: .documentSaved, object: document)
    document.save()
    await saved.wait(timeout: .seconds(5))
  }

  @Test func notificationWithAValue() async throws {
    let document = Document()
    let saved = Expectation(
      notification: .documentSaved, object: document, value: { $0.userInfo?["version"] as? Int })
    document.save()
    #expect(try await saved.wait(timeout: .seconds(5)) == 2)
  }
}

extension Notification.Name {
  fileprivate static let documentSaved = Notification.Name("documentSaved")
}
