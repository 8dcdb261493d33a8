public import Dispatch
public import Foundation

/// Content that is read from a file, changed in memory and saved back.
///
///     let document = GalleryDocument(fileURL: url)
///     try await document.open()
///     try document.edit { $0.title = "Summer" }
///     try await document.close()
///
/// With `autosave: .after(.seconds(30))` it saves by itself when nothing was edited for so long; a test gives it a
/// clock that it moves: `.after(.seconds(30), clock: clock)`.
///
/// Files are read and written off the main thread, one at a time for each document, and replaced as a whole: whatever
/// fails, and whenever the power does, the file holds the old content or the new.
///
/// Everything can be called from any thread. What takes time comes in two forms, which behave alike: with a completion
/// handler, called exactly once, by a job of its own on `callbackQueue`; and `async`. Cancelling a task does not stop
/// what it awaits: a save that was begun is carried out.
///
/// A document that is released goes on with what was asked of it, and answers; changes that nobody asked to save are
/// lost, as they are when the program ends, autosave or not. `close()` saves them.
public final class Document<Content: DocumentContent>: Sendable {
  /// Where completion handlers are called.
  public let callbackQueue: DispatchQueue

  let storage: DocumentStorage<Content>

  /// A closed document for the file at `fileURL`, which is not touched before `open`.
  ///
  /// - Parameter autosave: When changes are saved without being asked for; nil for never.
  public convenience init(
    fileURL: URL, autosave: DocumentAutosave? = nil, callbackQueue: DispatchQueue = .main
  ) {
    self.init(
      fileURL: fileURL, newContent: nil, autosave: autosave, callbackQueue: callbackQueue,
      fileSystem: POSIXFileSystem())
  }

  /// An open document with content of its own. The first save creates the file, or replaces the one that is there.
  ///
  /// - Parameter autosave: When changes are saved without being asked for; nil for never. The new content is not
  ///   saved by itself before its first edit.
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

  // MARK: What it is now

  /// The file that is read and written. A symbolic link is followed, not replaced. `save(to:)` changes it.
  public var fileURL: URL { storage.fileURL }
  /// What the document is doing.
  public var state: DocumentState { storage.documentState }
  /// What it holds, with every edit; nil unless it is open.
  public var content: Content? { storage.content }
  /// Whether there are edits that no save has brought to the file yet; a save under way counts once it has succeeded.
  public var hasUnsavedChanges: Bool { storage.isDirty }
  /// Whether a save is under way.
  public var isSaving: Bool { storage.isSaving }
  /// Why the last save to its file failed; nil if it succeeded or there was none.
  public var lastSaveError: DocumentError? { storage.lastFailure }

  /// Changes the content, at once, also while a save is under way, and starts the quiet time of autosave anew.
  ///
  /// `change` may be called again, with newer content, if another thread's edit came in between: it only changes what
  /// it is given, and edits no document itself.
  /// - Throws: `notOpen` in any state but `normal`, `savingError` and `inConflict`.
  @discardableResult
  public func edit<Output>(_ change: (inout Content) -> Output) throws(DocumentError) -> Output {
    try storage.edit(change)
  }
}
