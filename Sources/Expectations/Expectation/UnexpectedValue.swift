/// The problem that an expectation was not fulfilled with the value, or the error, that a test expects.
struct UnexpectedValue: Finding {
  /// The name of the expectation.
  var name: String
  /// The value that came; nil when there is no value to show.
  var value: String?
  var expected: String
  /// Where the expectation was fulfilled, if that is still known.
  var place: FulfillmentPlace?
  var createdAt: CallSite

  var text: String {
    let came = value.map { " with \($0)" } ?? ""
    let lines = ["\"\(name)\" was fulfilled\(came), expected \(expected)", place?.description, creation]
    return lines.compactMap { $0 }.joined(separator: "\n  ")
  }

  private var creation: String { "created at \(createdAt)" }
}
