import Dispatch
import Expectations
import Foundation
import Testing

/// The failures in the README and the articles: each of these tests fails, and `gallery` compares the output.
@Suite struct DocumentTests {
  @Test func savesAndUploads() async {
    let opened = Expectation("opened")
    let saved = Expectation("saved")
    let uploads = UploadSpy(count: 3)
    DispatchQueue.main.asyncAfter(deadline: .now() + 0.01) {
      opened.fulfill()
    }
    uploads.upload(2)
    await wait(for: [opened, saved, uploads.uploaded], timeout: .seconds(1))
  }

  @Test func badgeStays() async throws {
    let model = Model([(0, after: 0)])
    try await eventually("badge", equals: 3, timeout: .milliseconds(200)) { model.badge }
  }

  @Test func badgeShowsForAMoment() async throws {
    let model = Model([(0, after: 0), (1, after: 0.05), (0, after: 0.1)])
    try await eventually("badge", equals: 3, timeout: .milliseconds(200)) { model.badge }
  }

  @Test func sendsTheDocument() async throws {
    try await waitUntilSent(Document())
  }

  @Test func reportsItsProgress() async throws {
    let progress = Recorder<String>("progress")
    for event in ["begun", "half", "done"] { progress.record(event) }
    try await progress.next()
  }
}
