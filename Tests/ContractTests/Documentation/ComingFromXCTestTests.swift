// [documented] The documentation shows lines of this file, and `DocumentedCodeTests` compares them.
import Foundation
import XCTest

@testable import Expectations

/// The snippets of the article "Coming from XCTest", and its claims about them.
final class ComingFromXCTestTests: XCTestCase {
  private final class Document: Sendable {
    func save() {
      NotificationCenter.default.post(name: .documentSaved, object: self, userInfo: ["version": 2])
    }
  }

  private let uploader = Uploader()

  private func waitForUploads(
    _ number: Int, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line
  ) throws {
    try eventually("uploads", equals: number, fileID: fileID, filePath: filePath, line: line) { uploader.count }
  }

  func testPredicate_isACondition() throws {
    struct Queue { let count = 0 }
    let queue = Queue()
    try eventually("the queue is empty") { queue.count == 0 }
  }

  func testNotification_isFilteredByAClosure() {
    let document = Document()
    let saved = Expectation(notification: .documentSaved, object: document) { $0.userInfo?["version"] as? Int == 2 }
    document.save()
    saved.wait(timeout: .seconds(5))
  }

  func testNumber_thatIsKnownLate_isAskedFor() throws {
    let uploads = Recorder<String>("uploads")
    uploader.onUpload = uploads.handler
    let number = uploader.start()
    let names = try uploads.next(number, timeout: .seconds(5))
    XCTAssertEqual(names, ["photo", "film"])
  }

  func testHelper_fails_atTheLineOfItsCaller_whateverFileThatIs() {
    let (_, host) = recording {
      ExpectationDefaults.$timeout.withValue(.milliseconds(1)) {
        _ = try? waitForUploads(1, fileID: "App/Caller.swift", filePath: "/App/Caller.swift", line: 7)
      }
    }
    XCTAssertEqual(host.originals.map { "\($0.site) \($0.site.filePath)" }, ["Caller.swift:7 /App/Caller.swift"])
  }

  func testCancelledTask_endsItsWait_andNothingIsRecorded() async {
    let (_, host) = await recording {
      let saved = Expectation("saved")
      let task = Task { await saved.wait(timeout: .seconds(5)) }
      task.cancel()
      let isSaved = await task.value
      XCTAssertFalse(isSaved)
    }
    XCTAssertEqual(host.problems, [])
  }
}

final class ExpectationOfSetUpTests: XCTestCase {
  private let uploader = Uploader()

  private var started: Expectation<Int>?

  override func setUp() {
    started = Expectation("started", of: Int.self)
    uploader.onStart = started?.handler
  }

  override func tearDown() {
    started = nil
    uploader.onStart = nil
  }

  func testSetUp_madeIt_belongsToTheTest() throws {
    _ = uploader.start()
    let number = try XCTUnwrap(started).wait()
    XCTAssertEqual(number, 2)
    #if os(Linux) && compiler(>=6.3)
      // On other platforms, the first test of a process has no name before it is over.
      XCTAssertEqual(started?.base.host.testName, name)
    #endif
  }
}

private final class Uploader {
  private(set) var count = 0
  var onUpload: (@Sendable (String) -> Void)?
  var onStart: (@Sendable (Int) -> Void)?

  /// Uploads two files and returns their number.
  func start() -> Int {
    let names = ["photo", "film"]
    onStart?(names.count)
    for name in names {
      count += 1
      onUpload?(name)
    }
    return names.count
  }
}

extension Notification.Name {
  fileprivate static let documentSaved = Notification.Name("ComingFromXCTestTests.documentSaved")
}
