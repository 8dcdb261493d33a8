extension Recorder {
  /// Records an event.
  ///
  /// Any thread may call it, and never waits for the test. An event after the end is a failure at the line that records
  /// it, or at the line of the recorder for an event of a handler.
  ///
  /// ```swift
  /// func download(_ download: Download, didReceive data: Data) {
  ///   received.record(data)
  /// }
  /// ```
  public func record(
    _ element: Element,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    storage.record(element, at: .at(fileID, filePath, line, column))
  }

  /// Records that the events ended with an error.
  ///
  /// Only the first end counts; another one changes nothing.
  ///
  /// ```swift
  /// func download(_ download: Download, didFailWith error: any Error) {
  ///   received.record(throwing: error)
  /// }
  /// ```
  public func record(
    throwing error: any Error,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    storage.end(.failed(error), at: .at(fileID, filePath, line, column))
  }

  /// Records that no more events will come. Only the first end counts. To wait for it, call `finish(timeout:)`.
  public func recordEnd(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    storage.end(.finished, at: .at(fileID, filePath, line, column))
  }

  /// A closure to pass as a handler of events: each call records its argument.
  ///
  /// ```swift
  /// let progress = Recorder<Double>("progress")
  /// upload.onProgress = progress.handler
  /// ```
  ///
  /// The closure keeps the recorder alive.
  @_disfavoredOverload  // a recorder of Void events prefers the handler without an argument
  public var handler: @Sendable (Element) -> Void {
    { event in self.storage.record(event, at: nil) }
  }
}

extension Recorder where Element == Void {
  /// Records an event that carries no value: a tick of a timer, a change of state.
  public func record(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    storage.record((), at: .at(fileID, filePath, line, column))
  }

  /// A closure to pass as a handler without an argument: each call records an event.
  public var handler: @Sendable () -> Void {
    { self.storage.record((), at: nil) }
  }
}

// As in `Conditions/Unavailable.swift`: declarations for easy mistakes, with messages that say what to write instead.

extension Recorder {
  @available(*, unavailable, message: "A timeout is a Duration: write `.seconds(5)`, not `5`.")
  @_documentation(visibility: private)
  @discardableResult
  public func next(timeout: Double) throws -> Element { fatalError("unavailable") }

  @available(*, unavailable, message: "A timeout is a Duration: write `.seconds(5)`, not `5`.")
  @_documentation(visibility: private)
  @discardableResult
  public func next(_ count: Int, timeout: Double) throws -> [Element] { fatalError("unavailable") }

  @available(*, unavailable, message: "A timeout is a Duration: write `.seconds(5)`, not `5`.")
  @_documentation(visibility: private)
  public func expectNext(_ elements: Element..., timeout: Double) throws { fatalError("unavailable") }

  @available(*, unavailable, message: "A timeout is a Duration: write `.seconds(5)`, not `5`.")
  @_documentation(visibility: private)
  public func finish(timeout: Double) throws { fatalError("unavailable") }

  @available(*, unavailable, message: "A timeout is a Duration: write `.seconds(5)`, not `5`.")
  @_documentation(visibility: private)
  @discardableResult
  public func failure(timeout: Double) throws -> any Error { fatalError("unavailable") }

  @available(*, unavailable, message: "A time is a Duration: write `.milliseconds(500)`, not `0.5`.")
  @_documentation(visibility: private)
  @discardableResult
  public func expectNone(for window: Double) -> Bool { fatalError("unavailable") }
}

extension Recorder where Element: Equatable {
  /// Records the values that a closure returns: the first at once, then each one that differs from the one before,
  /// as the `@Observable` properties change that the closure reads.
  ///
  /// ```swift
  /// let states = Recorder(observing: { model.state })
  /// await model.load()
  /// #expect(try await states.next(3) == [.idle, .loading, .loaded])
  /// ```
  ///
  /// The closure runs where it is isolated: in a test on the main actor, on the main actor. It runs before a change, to
  /// record the value so far, and afterwards. So all changes on the main actor are recorded if the closure is isolated
  /// to it, and all changes of one thread if it is not isolated, with or without suspensions between them. Otherwise,
  /// values may be missing:
  ///
  /// - A closure on another actor than the one where the changes are made records what it finds when it runs, and so
  ///   does each closure on an actor that is not the main actor.
  /// - An object that the closure reads only after a change is observed as soon as the actor has run what it was doing,
  ///   or, if the closure is not isolated, another thread begins to.
  /// - Of changes that several threads make at the same time, some may be missing, and the last until the next call of
  ///   the recorder.
  /// - A value that is stored more than two seconds after its announcement is recorded at the next call.
  ///
  /// The closure runs inside the change, right before the new value is set. So it must not take a lock that the
  /// changing thread holds then. Nor may it read a property that is being modified in place, such as the array whose
  /// `removeAll(where:)` changes another property: Swift ends the process with "Simultaneous accesses".
  ///
  /// Like all recorders, this one fails the test that leaves values unconsumed, unless it calls ``dismiss()``. It keeps
  /// what the closure captures until it is released, and then no longer calls the closure.
  ///
  /// - Parameters:
  ///   - value: Returns the value. If it is isolated to an actor on which the caller does not run, or to one that
  ///     is not the main actor, the first value is recorded when it next runs.
  ///   - description: The name of the values, for the failure text; nil for their type.
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  public convenience init(
    @_inheritActorContext observing value: @escaping @isolated(any) @Sendable () -> Element,
    description: String? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    let site = CallSite.at(fileID, filePath, line, column)
    let storage = RecorderStorage<Element>(description ?? "values of \(Element.self)", createdAt: site)
    let observed = ObservedValue(value) { [weak storage] in storage?.record($0, at: nil) }
    storage.refresh = { [weak observed] in observed?.refresh() }
    storage.remark = { [weak observed] in observed?.remark }
    observed.begin()
    self.init(storage, source: observed)
  }
}

#if canImport(Combine)
  public import Combine

  extension Recorder {
    /// Records the values of a publisher, and its completion.
    ///
    /// ```swift
    /// let numbers = Recorder(subject)
    /// subject.send(1)
    /// subject.send(completion: .finished)
    /// #expect(try await numbers.next() == 1)
    /// try await numbers.finish()
    /// ```
    ///
    /// It subscribes at once, and gets the values on the threads that send them. The subscription is canceled when the
    /// recorder is released.
    ///
    /// - Parameters:
    ///   - publisher: The publisher to record.
    ///   - description: The name of the events, for the failure text; nil for the type of the publisher.
    public convenience init<P: Publisher>(
      _ publisher: P, description: String? = nil,
      fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) where P.Output == Element {
      let storage = RecorderStorage<Element>(description ?? "\(P.self)", createdAt: .at(fileID, filePath, line, column))
      let subscription = publisher.sink { completion in
        switch completion {
        case .finished: storage.end(.finished, at: nil)
        case .failure(let error): storage.end(.failed(error), at: nil)
        }
      } receiveValue: { value in
        storage.record(value, at: nil)
      }
      self.init(storage, source: subscription)
    }
  }
#endif

#if canImport(ObjectiveC)
  public import Foundation

  extension Recorder {
    /// Records the values of a property that supports key-value observing: the present one at once, then each one that
    /// is set.
    ///
    /// ```swift
    /// let fractions = Recorder(observing: download, \.fraction)
    /// download.fraction = 0.5
    /// #expect(try await fractions.next(2) == [0, 0.5])
    /// ```
    ///
    /// It gets the values on the threads that set them. The observation ends when the recorder is released.
    ///
    /// - Parameters:
    ///   - object: The object to observe.
    ///   - property: A property that is `@objc dynamic`.
    ///   - description: The name of the events, for the failure text; nil for the type of the object.
    public convenience init<Object: NSObject>(
      observing object: Object, _ property: any KeyPath<Object, Element> & Sendable, description: String? = nil,
      fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
      let site = CallSite.at(fileID, filePath, line, column)
      let storage = RecorderStorage<Element>(description ?? "values of \(Object.self)", createdAt: site)
      let observation = object.observe(property, options: [.initial, .new]) { object, _ in
        storage.record(object[keyPath: property], at: nil)
      }
      self.init(storage, source: observation)
    }
  }
#endif
