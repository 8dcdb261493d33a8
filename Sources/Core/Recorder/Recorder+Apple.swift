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
      let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
      let storage = RecorderStorage<Element>(description ?? "\(P.self)", createdAt: site)
      let subscription = publisher.sink { completion in
        switch completion {
        case .finished: storage.end(.finished, at: nil)
        case .failure(let error): storage.end(.failed(error), at: nil)
        }
      } receiveValue: { value in
        storage.record(value, at: nil)
      }
      self.init(storage, source: Held(subscription))
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
      let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
      let storage = RecorderStorage<Element>(description ?? "values of \(Object.self)", createdAt: site)
      let observation = object.observe(property, options: [.initial, .new]) { object, _ in
        storage.record(object[keyPath: property], at: nil)
      }
      self.init(storage, source: Held(observation))
    }
  }
#endif

#if canImport(Combine) || canImport(ObjectiveC)
  /// What ends when it is released. Unchecked: only the recorder has it, and uses nothing of it.
  private final class Held: @unchecked Sendable {
    private let object: AnyObject

    init(_ object: AnyObject) {
      self.object = object
    }
  }
#endif
