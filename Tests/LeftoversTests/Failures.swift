import Testing

/// The failures of some code, as Swift Testing would show them, each with its line.
func failures(
  isolation: isolated (any Actor)? = #isolation, of body: () async -> Void
) async -> [(text: String, line: Int?)] {
  let found = Found()
  await withKnownIssue(isIntermittent: true) {
    await body()
  } matching: { issue in
    found.add(issue)
    return true
  }
  return found.all
}

/// Whether a text says that not all tasks could be found: in a process with much memory, and under sanitizers.
func isOfAPart(_ text: String) -> Bool {
  text.contains("only a part of the memory was searched") || text.contains("are not searched under a sanitizer")
}

private final class Found: @unchecked Sendable {
  // Sendable: the issues of a test come one after the other.
  private(set) var all: [(text: String, line: Int?)] = []

  func add(_ issue: Issue) {
    all.append((issue.error.map { "\($0)" } ?? "\(issue)", issue.sourceLocation?.line))
  }
}
