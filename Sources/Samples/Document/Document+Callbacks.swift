public import Foundation

/// With completion handlers.
extension Document {
  public typealias Completion = @Sendable (Result<Void, DocumentError>) -> Void

  /// Reads the file. When it succeeds the state is `normal`, when it fails `closed`.
  ///
  /// Opening what is being opened answers with the first; opening what is open fails with `alreadyOpen`. Temporary
  /// files that a save left behind when its process was killed are removed.
  public func open(completion: @escaping Completion) {
    storage.open(onCallbackQueue(completion))
  }

  /// Writes the content to the file, changed or not.
  ///
  /// The save that answers this call begins after it and holds every edit made before it. Saves asked for while one is
  /// under way are answered together by the next. An edit made during a save stays unsaved. A save that fails leaves
  /// the document open, in `savingError`, with its changes; while closing it is part of the closing; before opening and
  /// after closing it fails with `notOpen`.
  ///
  /// - Parameter overwriting: Whether to replace the file also when another program changed it since it was read or
  ///   saved. If not, such a file is left alone, the save fails with `conflict` and the state is `inConflict`.
  public func save(overwriting: Bool = false, completion: @escaping Completion) {
    storage.request(.save(overwriting: overwriting), onCallbackQueue(completion))
  }

  /// Writes the content to another file, which is the document's from then on; the file it had stays as it is.
  ///
  /// If it fails, the document has its old file and the state it had.
  ///
  /// - Parameter overwriting: Whether a file that is there already is replaced. If not, the save fails with the reason
  ///   `exists`.
  public func save(to url: URL, overwriting: Bool = false, completion: @escaping Completion) {
    storage.request(.saveTo(DocumentPlace(url: url, overwriting: overwriting)), onCallbackQueue(completion))
  }

  /// Goes back to what the file holds. Edits made before are lost, and none are taken until it has ended.
  ///
  /// Saves that were asked for before are carried out first. If the file cannot be read the document keeps its content,
  /// with its changes. What is being closed is not reverted: that fails with `notOpen`.
  public func revert(completion: @escaping Completion) {
    storage.request(.revert, onCallbackQueue(completion))
  }

  /// Takes no more edits, saves the unsaved ones, and closes.
  ///
  /// If they cannot be saved the document stays open, with them, and can be closed again. Closing what is closed
  /// succeeds; closing what is being closed answers with the first; what is being opened is closed once it is open.
  /// Once closing has begun nothing is saved by itself any more.
  public func close(completion: @escaping Completion) {
    storage.close(onCallbackQueue(completion))
  }

  private func onCallbackQueue(_ completion: @escaping Completion) -> DocumentStorage<Content>.Waiter {
    { [callbackQueue] result in callbackQueue.async { completion(result) } }
  }
}
