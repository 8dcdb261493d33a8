public import Foundation

/// With `async`. These do what the forms with a completion handler do.
extension Document {
  /// Reads the file, as `open(completion:)` does.
  public func open() async throws(DocumentError) {
    try await answer { storage.open($0) }
  }

  /// Writes the content to the file, as `save(overwriting:completion:)` does.
  public func save(overwriting: Bool = false) async throws(DocumentError) {
    try await answer { storage.request(.save(overwriting: overwriting), $0) }
  }

  /// Writes the content to another file, as `save(to:overwriting:completion:)` does.
  public func save(to url: URL, overwriting: Bool = false) async throws(DocumentError) {
    try await answer { storage.request(.saveTo(DocumentPlace(url: url, overwriting: overwriting)), $0) }
  }

  /// Goes back to what the file holds, as `revert(completion:)` does.
  public func revert() async throws(DocumentError) {
    try await answer { storage.request(.revert, $0) }
  }

  /// Saves and closes, as `close(completion:)` does.
  public func close() async throws(DocumentError) {
    try await answer { storage.close($0) }
  }

  private func answer(_ ask: (@escaping DocumentStorage<Content>.Waiter) -> Void) async throws(DocumentError) {
    try await withCheckedContinuation { continuation in
      ask { continuation.resume(returning: $0) }
    }.get()
  }
}
