public import Foundation

/// The `async` forms. Each behaves like the form with a completion handler.
extension Document {
  /// Reads the file, like `open(completion:)`.
  public func open() async throws(DocumentError) {
    try await answer { storage.open($0) }
  }

  /// Writes the content to the file, like `save(overwriting:completion:)`.
  public func save(overwriting: Bool = false) async throws(DocumentError) {
    try await answer { storage.request(.save(overwriting: overwriting), $0) }
  }

  /// Writes the content to another file, like `save(to:overwriting:completion:)`.
  public func save(to url: URL, overwriting: Bool = false) async throws(DocumentError) {
    try await answer { storage.request(.saveTo(DocumentPlace(url: url, overwriting: overwriting)), $0) }
  }

  /// Reverts to the content of the file, like `revert(completion:)`.
  public func revert() async throws(DocumentError) {
    try await answer { storage.request(.revert, $0) }
  }

  /// Saves and closes, like `close(completion:)`.
  public func close() async throws(DocumentError) {
    try await answer { storage.close($0) }
  }

  private func answer(_ ask: (@escaping DocumentStorage<Content>.Waiter) -> Void) async throws(DocumentError) {
    try await withCheckedContinuation { continuation in
      ask { continuation.resume(returning: $0) }
    }.get()
  }
}
