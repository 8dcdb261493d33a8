public import Dispatch
public import Foundation

/// Content that is read from a file, changed in memory and saved back.
///
///     let document = GalleryDocument(fileURL: url)
///     try await document.open()
///     try document.edit { $0.title = "Summer" }
///     try await document.close()
///
/// Files are read and written off the main thread, one at a time for each document, and replaced as a whole: whatever
/// fails, and whenever the power does, the file holds the old content or the new.
///
/// Everything can be called from any thread. `open`, `save` and `close` come in two forms, which behave alike: with a
/// completion handler, called exactly once, by a job of its own on `callbackQueue`; and `async`. Cancelling a task does not stop what it awaits: a save that was begun is carried out.
///
/// A document that is released goes on with what was asked of it, and answers; changes that nobody asked to save are
/// lost, as they are when the program ends. `close()` saves them.
public final class Document<Content: DocumentContent>: Sendable {
  /// The file that is read and written. A symbolic link is followed, not replaced.
  public let fileURL: URL
  /// Where completion handlers are called.
  public let callbackQueue: DispatchQueue

  private let storage: DocumentStorage<Content>

  /// A closed document for the file at `fileURL`, which is not touched before `open`.
  public convenience init(fileURL: URL, callbackQueue: DispatchQueue = .main) {
    self.init(fileURL: fileURL, newContent: nil, callbackQueue: callbackQueue, fileSystem: POSIXFileSystem())
  }

  /// An open document with content of its own. The first save creates the file, or replaces the one that is there.
  public convenience init(fileURL: URL, newContent: Content, callbackQueue: DispatchQueue = .main) {
    self.init(fileURL: fileURL, newContent: newContent, callbackQueue: callbackQueue, fileSystem: POSIXFileSystem())
  }

  init(
    fileURL: URL, newContent: Content?, callbackQueue: DispatchQueue = .main, fileSystem: any FileSystem,
    owner: TemporaryOwner = .unique()
  ) {
    self.fileURL = fileURL
    self.callbackQueue = callbackQueue
    // Only a file has a path here: that of another URL would be somebody else's file.
    let path = fileURL.isFileURL ? fileURL.path : ""
    storage = DocumentStorage(
      file: AtomicFile(path: path, fileSystem: fileSystem, owner: owner), newContent: newContent)
  }

  // MARK: What it is now

  /// What the document is doing.
  public var state: DocumentState { storage.documentState }
  /// What it holds, with every edit; nil unless it is open.
  public var content: Content? { storage.content }
  /// Whether there are edits that no save has brought to the file yet; a save under way counts once it has succeeded.
  public var hasUnsavedChanges: Bool { storage.isDirty }
  /// Whether a save is under way.
  public var isSaving: Bool { storage.isSaving }
  /// Why the last save failed; nil if it succeeded or there was none.
  public var lastSaveError: DocumentError? { storage.lastFailure }

  /// Changes the content, at once, also while a save is under way.
  ///
  /// `change` may be called again, with newer content, if another thread's edit came in between: it only changes what
  /// it is given, and edits no document itself.
  /// - Throws: `notOpen` in any state but `normal` and `savingError`.
  @discardableResult
  public func edit<Output>(_ change: (inout Content) -> Output) throws(DocumentError) -> Output {
    try storage.edit(change)
  }

  // MARK: With completion handlers

  /// Reads the file. When it succeeds the state is `normal`, when it fails `closed`.
  ///
  /// Opening what is being opened answers with the first; opening what is open fails with `alreadyOpen`.
  public func open(completion: @escaping @Sendable (Result<Void, DocumentError>) -> Void) {
    storage.open(onCallbackQueue(completion))
  }

  /// Writes the content to the file, changed or not.
  ///
  /// The save that answers this call begins after it and holds every edit made before it. Saves asked for while one is
  /// under way are answered together by the next. An edit made during a save stays unsaved. A save that fails leaves
  /// the document open, in `savingError`, with its changes; while closing it is part of the closing; before opening and
  /// after closing it fails with `notOpen`.
  public func save(completion: @escaping @Sendable (Result<Void, DocumentError>) -> Void) {
    storage.save(onCallbackQueue(completion))
  }

  /// Takes no more edits, saves the unsaved ones, and closes.
  ///
  /// If they cannot be saved the document stays open, with them, and can be closed again. Closing what is closed
  /// succeeds; closing what is being closed answers with the first; what is being opened is closed once it is open.
  public func close(completion: @escaping @Sendable (Result<Void, DocumentError>) -> Void) {
    storage.close(onCallbackQueue(completion))
  }

  // MARK: With async

  /// Reads the file, as `open(completion:)` does.
  public func open() async throws(DocumentError) {
    try await withCheckedContinuation { continuation in
      storage.open { continuation.resume(returning: $0) }
    }.get()
  }

  /// Writes the content to the file, as `save(completion:)` does.
  public func save() async throws(DocumentError) {
    try await withCheckedContinuation { continuation in
      storage.save { continuation.resume(returning: $0) }
    }.get()
  }

  /// Saves and closes, as `close(completion:)` does.
  public func close() async throws(DocumentError) {
    try await withCheckedContinuation { continuation in
      storage.close { continuation.resume(returning: $0) }
    }.get()
  }

  private func onCallbackQueue(
    _ completion: @escaping @Sendable (Result<Void, DocumentError>) -> Void
  ) -> DocumentStorage<Content>.Waiter {
    { [callbackQueue] result in callbackQueue.async { completion(result) } }
  }
}
