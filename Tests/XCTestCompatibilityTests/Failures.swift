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
    // On a busy machine, the text also says how much time did not count.
    let firstLine = text.prefix { $0 != "\n" }.replacing(#/ \([^()]* passed[^()]*\)/#, with: "")
    texts.append("+\((issue.sourceLocation?.line ?? 0) - line): \(firstLine)")
    return true
  }
  return texts
}
