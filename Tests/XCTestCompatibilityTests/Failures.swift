import Testing

/// Runs a body whose failures are expected, and returns them: their lines, measured from that of the call, and the
/// first lines of their texts.
func failures(
  line: Int = #line, isolation: isolated (any Actor)? = #isolation, _ body: () async -> Void
) async -> [String] {
  nonisolated(unsafe) var texts: [String] = []
  await withKnownIssue(isIntermittent: true) {
    await body()
  } matching: { issue in
    let text = issue.error.map { "\($0)" } ?? issue.comments.map(\.rawValue).joined(separator: " ")
    texts.append("+\((issue.sourceLocation?.line ?? 0) - line): \(text.prefix { $0 != "\n" })")
    return true
  }
  return texts
}
