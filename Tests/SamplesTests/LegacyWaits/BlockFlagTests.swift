import Expectations
import Foundation
import XCTest

@testable import Samples

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
