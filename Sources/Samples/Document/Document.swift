public import Dispatch
public import Foundation

/// A document that reads its content from a file, changes it in memory, and saves it back.
///
///     let document = GalleryDocument(fileURL: url)
///     try await document.open()
///     try document.edit { $0.title = "Summer" }
///     try await document.close()
///
/// With `autosave: .after(.seconds(30))`, the document saves by itself after 30 seconds without an edit. A test passes
/// a clock that it controls: `.after(.seconds(30), clock: clock)`.
///
/// The document reads and writes files off the main thread, one at a time, and replaces a file as a whole: after any
/// failure, even a loss of power, the file holds either the old content or the new content.
///
/// Everything can be called from any thread. Operations that take time come in two forms that behave alike: one with a
/// completion handler, which is called exactly once, by a job of its own on `callbackQueue`; and one that is `async`.
/// Canceling a task does not stop the operation that it awaits: a save that has begun runs to its end.
///
/// A document that is released finishes the operations already requested and answers them. Changes without a requested
/// save are lost, as they are when the program ends, with or without autosave. `close()` saves them.
public final class Document<Content: DocumentContent>: Sendable {
  /// The queue on which completion handlers are called.
  public let callbackQueue: DispatchQueue

  let storage: DocumentStorage<Content>

  /// Creates a closed document for the file at `fileURL`. The file is not touched before `open`.
  ///
  /// - Parameter autosave: When the document saves changes by itself; nil for never.
  public convenience init(
    fileURL: URL, autosave: DocumentAutosave? = nil, callbackQueue: DispatchQueue = .main
  ) {
    self.init(
      fileURL: fileURL, newContent: nil, autosave: autosave, callbackQueue: callbackQueue,
      fileSystem: POSIXFileSystem())
  }

  /// Creates an open document with the given content. The first save creates the file or replaces an existing one.
  ///
  /// - Parameter autosave: When the document saves changes by itself; nil for never. New content is not saved by itself
  ///   before its first edit.
  public convenience init(
    fileURL: URL, newContent: Content, autosave: DocumentAutosave? = nil, callbackQueue: DispatchQueue = .main
  ) {
    self.init(
      fileURL: fileURL, newContent: newContent, autosave: autosave, callbackQueue: callbackQueue,
      fileSystem: POSIXFileSystem())
  }

  init(
    fileURL: URL, newContent: Content?, autosave: DocumentAutosave? = nil, callbackQueue: DispatchQueue = .main,
    fileSystem: any FileSystem, owner: TemporaryOwner = .unique()
  ) {
    self.callbackQueue = callbackQueue
    storage = DocumentStorage(
      location: DocumentLocation(url: fileURL, fileSystem: fileSystem, owner: owner), newContent: newContent,
      autosave: autosave)
  }

  // MARK: State

  /// The file that the document reads and writes. A symbolic link is followed, not replaced. `save(to:)` changes this
  /// value.
  public var fileURL: URL { storage.fileURL }
  /// The current activity of the document.
  public var state: DocumentState { storage.documentState }
  /// The content, with every edit; nil unless the document is open.
  public var content: Content? { storage.content }
  /// Whether there are edits that no successful save has written yet. A save under way counts only after it succeeds.
  public var hasUnsavedChanges: Bool { storage.isDirty }
  /// Whether a save is under way.
  public var isSaving: Bool { storage.isSaving }
  /// Why the last save to the document's file failed; nil if it succeeded or if there was none.
  public var lastSaveError: DocumentError? { storage.lastFailure }

  /// Changes the content at once, even during a save, and restarts the quiet time of autosave.
  ///
  /// If another thread's edit comes in between, `change` is called again with the newer content. It must change only
  /// its argument, and must not edit a document itself.
  /// - Throws: `notOpen` in any state but `normal`, `savingError` and `inConflict`.
  @discardableResult
  public func edit<Output>(_ change: (inout Content) -> Output) throws(DocumentError) -> Output {
    try storage.edit(change)
  }
}
