/// The `async` forms. Each behaves like the form with a completion handler.
extension Document {
  /// Reads the file, like `open(completion:)`.
  public func open() async throws(DocumentError) {
    try await outcome { $0.open($1) }
  }

  /// Writes the content to the file, like `save(overwriting:completion:)`.
  public func save(overwriting: Bool = false) async throws(DocumentError) {
    try await outcome { $0.save(overwriting: overwriting, $1) }
  }

  /// Saves and closes, like `close(completion:)`.
  public func close() async throws(DocumentError) {
    try await outcome { $0.close($1) }
  }

  private func outcome(
    of request: (inout DocumentLife, @escaping DocumentLife.Waiter) -> DocumentLife.Effects
  ) async throws(DocumentError) {
    try await withCheckedContinuation { continuation in
      perform { request(&$0.life) { continuation.resume(returning: $0) } }
    }.get()
  }
}
