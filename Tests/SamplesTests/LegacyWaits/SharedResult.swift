import Foundation

@testable import Samples

/// The one object through which all completion handlers pass their results to the tests.
final class SharedResult: @unchecked Sendable {
  // Sendable because it is accessed only on the main thread.
  static let shared = SharedResult()

  var records: [Record]?
  var error: (any Error)?

  private init() {}

  var isEmpty: Bool { records == nil && error == nil }

  func reset() {
    (records, error) = (nil, nil)
  }
}
