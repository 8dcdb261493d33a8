import Expectations
import Foundation
import XCTest

@testable import Samples

/// The flag macros, and their replacement.
final class BlockFlagTests: XCTestCase {
  /// A flag has no limit: if the handler is never called, the test never ends, and nothing names the missing call.
  func testSave_flag() throws {
    let folder = try TemporaryFolder()
    let flag = startBlock()
    folder.document(new: "Summer", callbackQueue: .main).save { result in
      if case .failure(let error) = result { XCTFail("\(error)") }
      endBlock(flag)
    }
    waitUntilBlockCompletes(flag)
    XCTAssertNotNil(folder.content(of: "a"))
  }

  /// Nothing wakes the run loop when the document's own queue ends a save. The test continues at the end of the slice,
  /// 0.1 s after it began to wait.
  func testSave_whileConditionHolds() throws {
    let folder = try TemporaryFolder()
    let document = folder.document(new: "Summer")
    document.save { _ in }
    waitWhile { document.hasUnsavedChanges }
    XCTAssertNotNil(folder.content(of: "a"))
  }

  func testSave_expectation() throws {
    let folder = try TemporaryFolder()
    let document = folder.document(new: "Summer")
    let saved = Expectation("document saved")
    document.save(completion: saved.resultHandler())
    saved.wait(timeout: .seconds(5))
    XCTAssertFalse(document.hasUnsavedChanges)
    XCTAssertNotNil(folder.content(of: "a"))
  }
}
