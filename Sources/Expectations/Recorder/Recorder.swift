/// Records events in order; a test consumes them one after the other.
///
/// A recorder records an `AsyncSequence`:
///
/// ```swift
/// let events = Recorder(download.events)
/// download.start()
/// #expect(try await events.next() == .started)
/// #expect(try await events.next(2) == [.progress(0.5), .progress(1)])
/// try await events.finish()
/// ```
///
/// or the events that a fake, a delegate or a closure passes to it:
///
/// ```swift
/// let progress = Recorder<Double>("progress")
/// upload.onProgress = { progress.record($0) }
/// #expect(try await progress.next(timeout: .seconds(5)) == 0.5)
/// ```
///
/// or the values of observable properties: see ``init(observing:description:fileID:filePath:line:column:)``.
///
/// Each consuming call takes what comes next: `next(timeout:)`, `next(_:timeout:)`, `expectNext(_:)`, `skip(_:)`,
/// `finish(timeout:)` and `failure(timeout:)`. If that is already there, the call returns at once; otherwise it waits.
/// It fails, with one failure at its own line, when the time is over; and at once when something else comes, or when
/// what it waits for can no longer come.
///
/// Unconsumed events are a failure when the recorder is released or the run ends, at the line that created it, unless
/// the test has called ``dismiss()``. Reading ``elements`` does not consume.
///
/// Any thread can use a recorder. Events that one thread records stay in their order. The recorder serves several
/// consumers in the order of their calls, and never gives two of them the same event. It belongs to the test that
/// created it.
public final class Recorder<Element: Sendable>: Sendable {
  let storage: RecorderStorage<Element>
  private let iteration: Task<Void, Never>?
  /// What passes events to the storage.
  // Unsafe: no code uses it. It ends when the recorder releases it.
  nonisolated(unsafe) private let source: AnyObject?

  init(_ storage: RecorderStorage<Element>, iteration: Task<Void, Never>? = nil, source: AnyObject? = nil) {
    self.storage = storage
    self.iteration = iteration
    self.source = source
    Living.add(self)
  }

  /// Creates a recorder for events that other code passes to it.
  ///
  /// - Parameters:
  ///   - description: The name of the events, for the failure text: "progress".
  ///   - type: The type of the events, unless the call states it, as `Recorder<Double>("progress")` does.
  public convenience init(
    _ description: String, of type: Element.Type = Element.self,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    self.init(RecorderStorage(description, createdAt: .at(fileID, filePath, line, column)))
  }

  /// Records the elements of a sequence, and its end or its error.
  ///
  /// A task begins to iterate the sequence at once, whether or not a test consumes events. The task is canceled when
  /// the recorder is released. Until the sequence ends, other code can also record events.
  ///
  /// - Parameters:
  ///   - sequence: The sequence to record. The recorder takes it over: the caller cannot use a sequence that is not
  ///     `Sendable` afterwards.
  ///   - description: The name of the events, for the failure text; nil for the type of the sequence.
  public convenience init<S: AsyncSequence>(
    _ sequence: sending S, description: String? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) where S.Element == Element, S: SendableMetatype, S.AsyncIterator: SendableMetatype {
    let storage = RecorderStorage<Element>(description ?? "\(S.self)", createdAt: .at(fileID, filePath, line, column))
    // The task holds the storage, not the recorder: so the recorder can be released, which ends the task.
    let iteration = Task {
      do {
        for try await element in sequence {
          storage.record(element, at: nil)
          // Some sequences go on when their task is canceled.
          if Task.isCancelled { break }
        }
        storage.end(.finished, at: nil)
      } catch {
        storage.end(.failed(error), at: nil)
      }
    }
    self.init(storage, iteration: iteration)
  }

  deinit {
    Living.remove(self)
    storage.refresh?()
    // A test may release what a property of its test case holds, which no test created.
    let host = host.orCurrentIfNone
    if let problem = storage.close(), !host.hasStopped { host.record(problem) }
    iteration?.cancel()
  }

  // MARK: Reading

  /// All events recorded so far, consumed or not, in order. Reading them consumes nothing.
  public var elements: [Element] { storage.events }

  /// The events recorded so far and not consumed, in order. Reading them consumes nothing.
  public var unconsumed: [Element] { storage.unconsumed }

  /// Accepts everything that stays unconsumed: events, now and later, and an error that no call receives, are then no
  /// failure. Recording goes on, and calls can still consume events.
  public func dismiss() { storage.dismiss() }
}

extension Recorder: LivingObject {
  var host: any TestHost { storage.host }

  func problemAtEnd() -> Problem? { storage.close() }

  var ongoing: String? {
    guard source != nil || iteration != nil, !storage.hasEnded else { return nil }
    return "the recorder \"\(storage.description)\", created at \(storage.createdAt), still records"
  }

  func keeping(_ object: AnyObject) -> String? {
    if storage.events.contains(where: { isFound(object, in: $0) }) {
      return "the recorder \"\(storage.description)\", created at \(storage.createdAt), has recorded it"
    }
    // The source runs your code, which may keep anything.
    return storage.host === TestHosts.current ? ongoing.map { "\($0), which may keep it" } : nil
  }
}

extension Recorder: CustomStringConvertible {
  /// The name of the events.
  public var description: String { storage.description }
}
