extension Expectation {
  /// A closure to pass where a completion handler is wanted: each call fulfills the expectation with its argument.
  ///
  /// ```swift
  /// let loaded = Expectation("image loaded", of: Image.self)
  /// loader.load(url, completion: loaded.handler)
  /// ```
  ///
  /// The closure keeps the expectation alive. A closure carries no line, so a problem with its call is recorded at the
  /// wait, or where the expectation was created if it was never waited for. Each access makes another closure, and a
  /// wait that runs out of time says what became of those that were made.
  ///
  /// The other handlers are properties, too, where one type of closure is all there is. Where the types of their
  /// arguments are chosen by what they are passed to, they are functions, as a property cannot be generic.
  @_disfavoredOverload  // of a Void expectation the handler without an argument is meant
  public var handler: @Sendable (Value) -> Void {
    settling { value in .success(value) }
  }

  /// A closure to pass where a handler of a `Result` is wanted: each call fulfills the expectation with the value of
  /// its argument, or with its error.
  ///
  /// ```swift
  /// let fetched = Expectation("records fetched", of: [Record].self)
  /// service.fetch(query, completion: fetched.resultHandler())
  /// ```
  ///
  /// - Parameter type: The type of the error, which the place it is passed to usually tells.
  ///
  /// - Returns: A closure that takes a `Result`.
  public func resultHandler<E: Error>(failure type: E.Type = E.self) -> @Sendable (Result<Value, E>) -> Void {
    settling { result in result.mapError { $0 } }
  }

  /// A closure to pass where a handler of an optional value and an optional error is wanted.
  ///
  /// ```swift
  /// let downloaded = Expectation("file downloaded", of: URL.self)
  /// downloader.download(url, completion: downloaded.valueOrErrorHandler)
  /// ```
  ///
  /// An error that is not nil fulfills the expectation, also when a value is passed with it. When both are nil, the
  /// expectation is fulfilled with ``MissingValueError``.
  public var valueOrErrorHandler: @Sendable (Value?, (any Error)?) -> Void {
    let settle = settling { (value: Value?, error: (any Error)?) in
      if let error { return .failure(error) }
      return value.map { .success($0) } ?? .failure(MissingValueError())
    }
    return { value, error in settle((value, error)) }
  }
}

extension Expectation where Value == Void {
  /// A closure to pass where a completion handler without an argument is wanted: each call fulfills the expectation.
  ///
  /// ```swift
  /// let presented = Expectation("view presented")
  /// controller.present(view, completion: presented.handler)
  /// ```
  public var handler: @Sendable () -> Void {
    let settle = settling { (_: Void) in .success(()) }
    return { settle(()) }
  }

  /// A closure to pass where a handler of an optional error is wanted: `nil` is success.
  ///
  /// ```swift
  /// let removed = Expectation("file removed")
  /// storage.remove(file, completion: removed.errorHandler)
  /// ```
  ///
  /// A `wait(timeout:)` that returns a `Bool` throws nothing: it records an error as its failure. An error that is
  /// expected is what ``failure(timeout:clock:isolation:fileID:filePath:line:column:)`` waits for.
  public var errorHandler: @Sendable ((any Error)?) -> Void {
    settling { error in error.map { .failure($0) } ?? .success(()) }
  }
}

extension Expectation {
  /// A closure that fulfills it with what `outcome` makes of its argument, and that is missed when it is released
  /// uncalled.
  func settling<Argument>(
    by outcome: @escaping @Sendable (Argument) -> Result<Value, any Error>
  ) -> @Sendable (Argument) -> Void {
    let hold = holdForHandler()
    return { argument in
      hold.noteCall()
      self.deliver(outcome(argument), at: nil)
    }
  }
}

/// A completion handler was called with neither a value nor an error.
public struct MissingValueError: Error, CustomStringConvertible {
  private var wanted = "a value"

  /// An error that says that there was no value.
  public init() {}

  /// Of several values, not all came.
  static var ofSeveral: MissingValueError {
    var error = MissingValueError()
    error.wanted = "all of its values"
    return error
  }

  /// What was missing.
  public var description: String { "the completion handler got neither \(wanted) nor an error" }
}
