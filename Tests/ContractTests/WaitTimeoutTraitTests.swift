// [documented] The documentation shows lines of this file, and `DocumentedCodeTests` compares them.
import Dispatch
import Expectations
import TestSupport
import Testing
import XCTest

import class Expectations.Expectation

private struct Uploader {
  func upload(_ document: String, _ completion: @escaping @Sendable (Int) -> Void) {
    DispatchQueue.global().async { completion(3) }
  }
}

private let uploader = Uploader()
private let document = "document"

@Suite(.waitTimeout(.seconds(30))) struct UploadTests {
  @Test func uploadsTheDocument() async throws {
    let uploaded = Expectation("document uploaded", of: Int.self)
    uploader.upload(document) { uploaded.fulfill($0) }
    #expect(try await uploaded.wait() == 3)
  }
}

final class DownloadTests: XCTestCase {
  override func invokeTest() {
    ExpectationDefaults.$timeout.withValue(.seconds(30)) { super.invokeTest() }
  }

  func testTimeout() { XCTAssertEqual(ExpectationDefaults.timeout, .seconds(30)) }
}

/// The innermost timeout counts.
@Suite(.waitTimeout(.milliseconds(30))) struct WaitTimeoutTraitTests {
  private func timeout(_ given: Duration? = nil) async -> Duration? {
    await report(of: [Expectation("never")], timeout: given).timeout
  }

  @Test(.ownThreads) func blockingWait_hasTheTimeoutOfTheSuite() {
    #expect(report(of: [Expectation("never")]).timeout == .milliseconds(30))
  }

  @Test func task_ofTheTest_hasIt() async {
    let task = Task { await timeout() }
    #expect(await task.value == .milliseconds(30))
  }

  @Test(.waitTimeout(.milliseconds(20))) func testWithATimeout_hasItsOwn() async {
    #expect(await timeout() == .milliseconds(20))
  }

  @Test func givenTimeout_hasPrecedence() async {
    #expect(await timeout(.milliseconds(10)) == .milliseconds(10))
  }

  @Test(arguments: 1...2) func everyCase_hasIt(number: Int) async {
    #expect(await timeout() == .milliseconds(30))
  }

  @Suite struct Inside {
    @Test func suiteInside_hasItToo() { #expect(ExpectationDefaults.timeout == .milliseconds(30)) }
  }

  @Suite(.waitTimeout(.seconds(2))) struct InsideWithATimeout {
    @Test func suiteInside_hasItsOwn() { #expect(ExpectationDefaults.timeout == .seconds(2)) }
  }
}

@Suite struct NoWaitTimeoutTraitTests {
  @Test func otherTests_haveTheUsualOne() { #expect(ExpectationDefaults.timeout == .seconds(5)) }
}
