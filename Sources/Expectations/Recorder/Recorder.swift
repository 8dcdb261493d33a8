/// Records events in order, for a test to consume them one after the other.
///
/// It records an `AsyncSequence`:
///
/// ```swift
/// let events = Recorder(download.events)
/// download.start()
/// #expect(try await events.next() == .started)
/// #expect(try await events.next(2) == [.progress(0.5), .progress(1)])
/// try await events.finish()
/// ```
///
/// or whatever a fake, a delegate or a closure pushes into it:
///
/// ```swift
/// let progress = Recorder<Double>("progress")
/// upload.onProgress = { progress.record($0) }
/// #expect(try await progress.next(timeout: .seconds(5)) == 0.5)
/// ```
///
/// Each consuming call takes what comes next: ``next(timeout:clock:isolation:fileID:filePath:line:column:)``,
/// ``expectNext(_:_:timeout:clock:isolation:fileID:filePath:line:column:)``,
/// ``skip(_:timeout:clock:isolation:fileID:filePath:line:column:)``,
/// ``finish(timeout:clock:isolation:fileID:filePath:line:column:)``,
/// ``failure(timeout:clock:isolation:fileID:filePath:line:column:)``. It returns at once when that is there, and waits
/// for it otherwise, blocking in a synchronous test, suspending in an `async` one. It fails, with one failure at its
/// own line, when the time is over, and at once when what comes is not what it is for, or can no longer come.
///
/// What has not been consumed when the recorder goes away is a failure at the line that created it, unless
/// ``dismiss()`` was called. Looking at ``elements`` does not consume.
///
/// A recorder can be used from any thread. Events that one thread records stay in their order; several consumers are
/// served in the order of their calls, and no two get the same event. It belongs to the test that created it.
public final class Recorder<Element: Sendable>: Sendable {
  let storage: RecorderStorage<Element>
  private let iteration: Task<Void, Never>?

  private init(_ storage: RecorderStorage<Element>, iteration: Task<Void, Never>?) {
    self.storage = storage
    self.iteration = iteration
  }

  /// Records what is pushed into it.
  ///
  /// - Parameters:
  ///   - description: What is recorded, for the failure text: "progress".
  ///   - type: The type of the events, where `Recorder<Double>("progress")` does not say it.
  ///   - fileID: The module and file that failures name; by default those of the call.
  ///   - filePath: The path that failures name; by default that of the call's file.
  ///   - line: The line that failures name; by default that of the call.
  ///   - column: The column that failures name; by default that of the call.
  public convenience init(
    _ description: String, of type: Element.Type = Element.self,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    self.init(RecorderStorage(description, createdAt: site), iteration: nil)
  }

  /// Records the elements of a sequence, and its end or its error.
  ///
  /// A task begins to iterate it at once, whether or not events are consumed. The task is cancelled when the recorder
  /// goes away. More can still be pushed in until the sequence ends.
  ///
  /// - Parameters:
  ///   - sequence: What to record. It is handed over: a sequence that is not `Sendable` cannot be used afterwards.
  ///   - description: What is recorded, for the failure text; nil for the type of the sequence.
  ///   - fileID: The module and file that failures name; by default those of the call.
  ///   - filePath: The path that failures name; by default that of the call's file.
  ///   - line: The line that failures name; by default that of the call.
  ///   - column: The column that failures name; by default that of the call.
  public convenience init<S: AsyncSequence>(
    _ sequence: sending S, description: String? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) where S.Element == Element, S: SendableMetatype, S.AsyncIterator: SendableMetatype {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let storage = RecorderStorage<Element>(description ?? "\(S.self)", createdAt: site)
    // It holds the storage, not the recorder, which can so go away and end it.
    let iteration = Task {
      do {
        for try await element in sequence { storage.record(element, at: nil) }
        storage.end(.finished, at: nil)
      } catch {
        storage.end(.failed(error), at: nil)
      }
    }
    self.init(storage, iteration: iteration)
  }

  deinit {
    storage.close()
    iteration?.cancel()
  }

  // MARK: Looking

  /// All events that were recorded so far, consumed or not, in order.
  ///
  /// Looking consumes nothing.
  ///
  /// ```swift
  /// #expect(progress.elements == [0.5, 1])
  /// ```
  public var elements: [Element] { storage.elements }

  /// The events that were recorded so far and not consumed, in order.
  ///
  /// Looking consumes nothing.
  public var unconsumed: [Element] { storage.unconsumed }

  /// Lets what is left be.
  ///
  /// Events that are not consumed, now and later, and an error that no call gets, are no failure.
  ///
  /// ```swift
  /// #expect(try await progress.next() == 0.5)
  /// progress.dismiss()
  /// ```
  ///
  /// Recording goes on, and what is there can still be consumed.
  public func dismiss() { storage.dismiss() }
}

extension Recorder: CustomStringConvertible {
  /// What is recorded.
  public var description: String { storage.description }
}
