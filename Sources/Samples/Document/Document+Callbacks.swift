public import Foundation

/// The forms with completion handlers.
extension Document {
  public typealias Completion = @Sendable (Result<Void, DocumentError>) -> Void

  /// Reads the file. On success, the state becomes `normal`; on failure, `closed`.
  ///
  /// Opening a document that is already opening shares the result of the first call; opening an open document fails
  /// with `alreadyOpen`. The call also removes temporary files that a killed process left behind.
  public func open(completion: @escaping Completion) {
    storage.open(onCallbackQueue(completion))
  }

  /// Writes the content to the file, even if it has not changed.
  ///
  /// The save that answers this call begins after the call and includes every edit made before it. All calls made
  /// during a save are answered together by the next save. An edit made during a save stays unsaved. If a save fails,
  /// the document stays open in the state `savingError` and keeps its changes. A save requested during closing becomes
  /// part of the closing. Before opening and after closing, the call fails with `notOpen`.
  ///
  /// - Parameter overwriting: Whether to replace the file even if another program changed it since the document last
  ///   read or saved it. If false, the document leaves such a file alone, the save fails with `conflict`, and the state
  ///   becomes `inConflict`.
  public func save(overwriting: Bool = false, completion: @escaping Completion) {
    storage.request(.save(overwriting: overwriting), onCallbackQueue(completion))
  }

  /// Writes the content to another file, which becomes the document's file. The old file stays as it is.
  ///
  /// If the save fails, the document keeps its old file and its state.
  ///
  /// - Parameter overwriting: Whether to replace a file that already exists. If false, the save fails with the reason
  ///   `exists`.
  public func save(to url: URL, overwriting: Bool = false, completion: @escaping Completion) {
    storage.request(.saveTo(DocumentPlace(url: url, overwriting: overwriting)), onCallbackQueue(completion))
  }

  /// Reverts to the content of the file. Earlier edits are lost, and the document accepts no edits until the revert has
  /// ended.
  ///
  /// Saves requested earlier run first. If the document cannot read the file, it keeps its content and its changes.
  /// Reverting a document that is closing fails with `notOpen`.
  public func revert(completion: @escaping Completion) {
    storage.request(.revert, onCallbackQueue(completion))
  }

  /// Stops accepting edits, saves the unsaved ones, and closes.
  ///
  /// If the save fails, the document stays open with its changes, and the caller can close it again. Closing a closed
  /// document succeeds. Closing a document that is already closing shares the result of the first call. A document that
  /// is still opening closes once it is open. Autosave stops when closing begins.
  public func close(completion: @escaping Completion) {
    storage.close(onCallbackQueue(completion))
  }

  private func onCallbackQueue(_ completion: @escaping Completion) -> DocumentStorage<Content>.Waiter {
    { [callbackQueue] result in callbackQueue.async { completion(result) } }
  }
}
