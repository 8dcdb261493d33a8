// [documented] The documentation shows lines of this file, and `DocumentedCodeTests` compares them.
import Testing

@testable import Expectations

private protocol Uploader: Sendable {
  func upload(_ name: String)
}

private struct Album {
  let uploader: any Uploader

  func save(completion: @escaping @Sendable () -> Void) {
    Task {
      for name in ["beach", "dune"] { uploader.upload(name) }
      completion()
    }
  }
}

private final class UploaderSpy: Uploader, Waitable {
  private let uploaded: AsyncExpectation<String>
  var waitTarget: WaitTarget { uploaded.waitTarget }
  var names: [String] { uploaded.values }

  init(
    uploads count: Int, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    uploaded = AsyncExpectation(
      "uploaded", of: String.self, count: count, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  func upload(_ name: String) { uploaded.fulfill(name) }
}

@Suite struct WaitableDocumentationTests {
  @Test func spy() async {
    let spy = UploaderSpy(uploads: 2)
    let album = Album(uploader: spy)
    let saved = Expectation("saved")
    album.save(completion: saved.handler)
    await wait(for: [spy, saved], timeout: .seconds(5))
    #expect(spy.names == ["beach", "dune"])
  }

  @Test func spy_withoutAWait_failsAtTheLineThatMadeIt() {
    let (_, host) = recording { _ = UploaderSpy(uploads: 2) }
    #expect(
      host.problems == [.failure(0, #"No test waited for "uploaded" or read its values; it was never fulfilled"#)])
  }

  @Test func value_withACount_isTheLastThatWasNeeded() async throws {
    let rated = Expectation("rated", of: Int.self, count: 2)
    rated.fulfill(4)
    rated.fulfill(5)
    #expect(try await rated.wait() == 5)
    #expect(rated.values == [4, 5])

    let (more, upToThree) = (
      Expectation("more", of: Int.self, count: 2...), Expectation("up to three", of: Int.self, count: 1...3)
    )
    for number in 1...3 {
      more.fulfill(number)
      upToThree.fulfill(number)
    }
    let (second, first) = try await values(of: more, upToThree)
    #expect(second == 2 && first == 1)
  }

  @Test func wait_inAnotherTest_namesBothTests() async throws {
    let host = RecordingHost(testName: "FirstTests.load()")
    let saved = with(host) { Expectation("saved") }
    await with(RecordingHost(testName: "SecondTests.load()")) {
      _ = await saved.wait(timeout: .zero)
      _ = try? await values(of: saved, timeout: .zero)
    }
    await with(host) { _ = await saved.wait(timeout: .zero) }
    #expect(host.problems.map(\.line) == [3, 4, 6])
    #expect(host.problems.allSatisfy { $0.firstLine == #"Timed out after 0 s waiting for "saved""# })
    let both = "\n  (created in FirstTests.load(), awaited in SecondTests.load())"
    #expect(host.problems.map { $0.message.hasSuffix(both) } == [true, true, false])
  }

  @Test func statements() async {
    let (saved, opened) = (Expectation("saved"), Expectation("opened"))
    saved.fulfill()
    opened.fulfill()
    await saved.wait(timeout: .seconds(5))
    guard await opened.wait(timeout: .seconds(5)) else { return }
  }
}

/// It shows that the alias compiles in a file that imports Swift Testing. `TypeAliasTests` of the consumer package uses
/// it.
private enum FileThatImportsTesting {
  @Suite struct DocumentTests {
    let saved: AsyncExpectation<Bool> = Expectation("document saved", of: Bool.self)
  }
}
