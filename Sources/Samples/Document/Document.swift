public import Dispatch
public import Foundation

/// A document that reads its content from a file, changes it in memory, and saves it back.
///
///     let document = GalleryDocument(fileURL: url)
///     try await document.open()
///     try document.edit { $0.title = "Summer" }
///     try await document.close()
///
/// With `autosaveAfter: .seconds(30)`, the document saves by itself after 30 seconds without an edit. A test passes a
/// clock that it controls.
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
  public typealias Completion = @Sendable (Result<Void, DocumentError>) -> Void

  struct State: Sendable {
    var life: DocumentLife
    var content: Content?
    /// Only jobs on the queue use the file.
    var file: DurableFile
  }

  /// The maximum size of a file, in bytes, for reading and writing.
  static var sizeLimit: Int { 64 << 20 }

  /// The file that the document reads and writes. A symbolic link is followed, not replaced.
  public let fileURL: URL
  /// The queue on which completion handlers are called.
  public let callbackQueue: DispatchQueue

  let storage: Locked<State>
  /// A serial queue of its own: the global queues can be full of other work.
  let queue = DispatchQueue(label: "Samples.Document", qos: .userInitiated)
  let timer: QuietTimer?

  /// Creates a closed document for the file at `fileURL`. The file is not touched before `open`.
  ///
  /// - Parameters:
  ///   - autosaveAfter: The time without an edit after which the document saves changes by itself; nil for never.
  ///   - clock: The clock that measures this time.
  public convenience init(
    fileURL: URL, autosaveAfter: Duration? = nil, clock: any Clock<Duration> = ContinuousClock(),
    callbackQueue: DispatchQueue = .main
  ) {
    self.init(
      fileURL: fileURL, newContent: nil, autosaveAfter: autosaveAfter, clock: clock, callbackQueue: callbackQueue,
      onStep: FileStep.goesOn)
  }

  /// Creates an open document with the given content. The first save creates the file or replaces an existing one.
  /// Autosave begins with the first edit.
  public convenience init(
    fileURL: URL, newContent: Content, autosaveAfter: Duration? = nil, clock: any Clock<Duration> = ContinuousClock(),
    callbackQueue: DispatchQueue = .main
  ) {
    self.init(
      fileURL: fileURL, newContent: newContent, autosaveAfter: autosaveAfter, clock: clock,
      callbackQueue: callbackQueue, onStep: FileStep.goesOn)
  }

  init(
    fileURL: URL, newContent: Content?, autosaveAfter: Duration?, clock: any Clock<Duration>,
    callbackQueue: DispatchQueue, onStep: @escaping FileStep.Hook
  ) {
    self.fileURL = fileURL
    self.callbackQueue = callbackQueue
    // Only a file URL has a path on this machine. The path of another URL would name an unrelated file.
    let file = DurableFile(path: fileURL.isFileURL ? fileURL.path : "", onStep: onStep)
    let life = DocumentLife(isNew: newContent != nil, autosaves: autosaveAfter != nil)
    storage = Locked(State(life: life, content: newContent, file: file))
    timer = autosaveAfter.map { QuietTimer(clock: clock, quietTime: $0) }
  }

  // MARK: State

  /// The current activity of the document.
  public var state: DocumentState { storage.withLock { $0.life.state } }
  /// The content, with every edit; nil unless the document is open.
  public var content: Content? { storage.withLock { $0.content } }
  /// Whether there are edits that no successful save has written yet. A save under way counts only after it succeeds.
  public var hasUnsavedChanges: Bool { storage.withLock { $0.life.isDirty } }
  /// Whether a save is under way.
  public var isSaving: Bool { storage.withLock { $0.life.isSaving } }
  /// Why the last save failed; nil if it succeeded or if there was none.
  public var lastSaveError: DocumentError? { storage.withLock { $0.life.lastSaveError } }

  // MARK: Operations

  /// Reads the file. On success, the state becomes `normal`; on failure, `closed`.
  ///
  /// Opening a document that is already opening shares the result of the first call; opening an open document fails
  /// with `alreadyOpen`.
  public func open(completion: @escaping Completion) {
    perform { $0.life.open(onCallbackQueue(completion)) }
  }

  /// Changes the content at once, even during a save, and restarts the quiet time of autosave.
  ///
  /// If another thread's edit comes in between, `change` is called again with the newer content. It must change only
  /// its argument, and must not edit a document itself.
  /// - Throws: `notOpen` in any state but `normal` and `savingError`.
  @discardableResult
  public func edit<Output>(_ change: (inout Content) -> Output) throws(DocumentError) -> Output {
    while true {
      let (state, current, base) = storage.withLock { ($0.life.state, $0.content, $0.life.revision) }
      guard state == .normal || state == .savingError, var content = current else { throw .notOpen(state) }
      let output = change(&content)
      let edited = content
      var isTaken = false
      perform { state in
        guard let effects = state.life.edit(from: base) else { return DocumentLife.Effects() }
        state.content = edited
        isTaken = true
        return effects
      }
      if isTaken { return output }
    }
  }

  /// Writes the content to the file, even if it has not changed.
  ///
  /// The save that answers this call begins after the call and includes every edit made before it. All calls made
  /// during a save are answered together by the next save. An edit made during a save stays unsaved. If a save fails,
  /// the document stays open in the state `savingError` and keeps its changes. A save requested during closing becomes
  /// part of the closing. Before opening and after closing, the call fails with `notOpen`.
  ///
  /// - Parameter overwriting: Whether to replace the file even if another program changed it since the document last
  ///   read or saved it. If false, the document leaves such a file alone, and the save fails with `conflict`.
  public func save(overwriting: Bool = false, completion: @escaping Completion) {
    perform { $0.life.save(overwriting: overwriting, onCallbackQueue(completion)) }
  }

  /// Stops accepting edits, saves the unsaved ones, and closes.
  ///
  /// If the save fails, the document stays open with its changes, and the caller can close it again. Closing a closed
  /// document succeeds. Closing a document that is already closing shares the result of the first call. A document that
  /// is still opening closes once it is open. Autosave stops when closing begins.
  public func close(completion: @escaping Completion) {
    perform { $0.life.close(onCallbackQueue(completion)) }
  }

  private func onCallbackQueue(_ completion: @escaping Completion) -> DocumentLife.Waiter {
    { [callbackQueue] result in callbackQueue.async { completion(result) } }
  }
}
