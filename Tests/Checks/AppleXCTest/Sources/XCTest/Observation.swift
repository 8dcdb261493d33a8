// A file that imports Apple's XCTest also gets Foundation.
@_exported public import Foundation

public protocol XCTestObservation: NSObjectProtocol {
  func testSuiteWillStart(_ testSuite: XCTestSuite)
  func testSuite(_ testSuite: XCTestSuite, didRecord issue: XCTIssue)
  func testSuiteDidFinish(_ testSuite: XCTestSuite)
  func testCaseWillStart(_ testCase: XCTestCase)
  func testCase(_ testCase: XCTestCase, didRecord issue: XCTIssue)
  func testCaseDidFinish(_ testCase: XCTestCase)
}

// These methods are optional in Objective-C.
extension XCTestObservation {
  public func testSuiteWillStart(_ testSuite: XCTestSuite) {}
  public func testSuite(_ testSuite: XCTestSuite, didRecord issue: XCTIssue) {}
  public func testSuiteDidFinish(_ testSuite: XCTestSuite) {}
  public func testCaseWillStart(_ testCase: XCTestCase) {}
  public func testCase(_ testCase: XCTestCase, didRecord issue: XCTIssue) {}
  public func testCaseDidFinish(_ testCase: XCTestCase) {}
}

public final class XCTestObservationCenter: Sendable {
  public static let shared = XCTestObservationCenter()
  private let observers = Guarded<[any XCTestObservation]>([])

  public func addTestObserver(_ testObserver: any XCTestObservation) {
    guard Thread.isMainThread else {
      end("Test observers can only be registered and unregistered on the main thread.")
    }
    observers.with { $0.append(testObserver) }
  }

  func tell(_ event: (any XCTestObservation) -> Void) {
    for observer in observers.with({ $0 }) { event(observer) }
  }
}
