import Foundation

@testable import Samples

/// The one object through which completion handlers pass their results to the tests, all of them.
final class SharedResult: @unchecked Sendable {
  // Sendable, because it is touched on the main thread only.
  static let shared = SharedResult()

  var records: [Record]?
  var error: (any Error)?

  private init() {}

  var isEmpty: Bool { records == nil && error == nil }

  func reset() {
    (records, error) = (nil, nil)
  }
}
