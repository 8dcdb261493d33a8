// [documented] The documentation shows lines of this file, and `DocumentedCodeTests` compares them.
import Dispatch
import Expectations
import Foundation
import Testing

import class Expectations.Expectation

/// How to test code that calls back in one of the usual ways.
@Suite struct StreamRecipeTests {
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

    func start(delegate: any DownloadDelegate) {
      queue.async {
        delegate.downloadDidStart()
        for bytes in [512, 256] { delegate.download(didReceive: bytes) }
        delegate.download(didEndWith: nil)
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

  private struct Upload: Sendable {
    func callAsFunction() async throws -> URL { URL(fileURLWithPath: "/uploaded") }
  }

  @Test func task_ends_inTime() async throws {
    let upload = Task { try await Upload()() }
    let uploaded = Expectation("uploaded", of: URL.self)
    Task { uploaded.fulfill(with: await upload.result) }
    #expect(try await uploaded.wait(timeout: .seconds(5)).lastPathComponent == "uploaded")
  }
}
