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

/// What a call returns that settles. Where it cannot be known whether tasks have settled, it says so, and the test
/// ends.
func isKnown(isolation: isolated (any Actor)? = #isolation, _ body: () async -> Bool) async -> Bool {
  var isSettled = false
  let found = await failures { isSettled = await body() }
  #expect(found.allSatisfy { isNotKnown($0.text) }, "\(found.map(\.text))")
  #expect(isSettled == found.isEmpty)
  return isSettled
}

/// A sanitizer and a process with much memory prevent it, and so do other tests of the process that compute all the
/// time, or that block the pool, in which a task then needs a turn. `.ci/run` runs these tests apart, and requires that
/// none of these texts is there.
func isNotKnown(_ text: String) -> Bool {
  #if os(Linux)
    text.contains("cannot know") && (text.contains("too much memory") || text.contains("sanitizer"))
      || text.contains("other threads of the process ran") || text.contains("Not settled: a task runs")
  #else
    text.contains("cannot know")
  #endif
}

private final class Found: @unchecked Sendable {
  // Sendable: the issues of a test come one after the other.
  private(set) var all: [(text: String, line: Int?)] = []

  func add(_ issue: Issue) {
    all.append((issue.error.map { "\($0)" } ?? "\(issue)", issue.sourceLocation?.line))
  }
}
