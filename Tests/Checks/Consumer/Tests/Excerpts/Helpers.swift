import Expectations
import Foundation
import Testing

/// The helper in the article about helpers.
func waitUntilSent(_ document: Document, sourceLocation: SourceLocation = #_sourceLocation) async throws {
  try await ExpectationDefaults.$sourceLocation.withValue(sourceLocation) {
    try await eventually("document sent", timeout: .milliseconds(200)) { document.isSent }
  }
}

struct Document {
  let isSent = false
}

/// A model with a badge that changes over time.
struct Model {
  private let began = ContinuousClock.now
  private let changes: [(badge: Int, seconds: Double)]

  init(_ changes: [(Int, after: Double)]) { self.changes = changes.map { ($0.0, $0.after) } }

  var badge: Int {
    let now = ContinuousClock.now - began
    return changes.last { Duration.seconds($0.seconds) <= now }?.badge ?? 0
  }
}
