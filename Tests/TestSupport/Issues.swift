import Testing

/// The issues that some code records, as Swift Testing would show them, each with its line.
package func issues(
  isolation: isolated (any Actor)? = #isolation, of body: () async -> Void
) async -> [(text: String, line: Int?)] {
  nonisolated(unsafe) var found: [(text: String, line: Int?)] = []
  await withKnownIssue(isIntermittent: true) {
    await body()
  } matching: { issue in
    found.append((issue.error.map { "\($0)" } ?? "\(issue)", issue.sourceLocation?.line))
    return true
  }
  return found
}
