extension Expectation {
  /// A closure to pass as a completion handler of several arguments: each call fulfills the expectation with all of
  /// them, as a tuple.
  ///
  /// ```swift
  /// let answered = Expectation("question answered", of: (String, Int).self)
  /// service.ask("name", completion: answered.argumentsHandler())
  /// let (text, status) = try await answered.wait(timeout: .seconds(5))
  /// ```
  ///
  /// The closure keeps the expectation alive, as `handler` does. An error among the arguments is a value like the
  /// others. If an error must fail the expectation, use ``valuesOrErrorHandler()``.
  ///
  /// - Returns: A closure that takes the arguments.
  public func argumentsHandler<each Argument: Sendable>() -> @Sendable (repeat each Argument) -> Void
  where Value == (repeat each Argument) {
    let handle = makeHandler { (arguments: Value) in .success(arguments) }
    return { (argument: repeat each Argument) in handle((repeat each argument)) }
  }

  /// A closure to pass as a handler of two optional values and an optional error, for example to `URLSession`.
  ///
  /// ```swift
  /// let loaded = Expectation("page loaded", of: (Data, URLResponse).self)
  /// session.dataTask(with: url, completionHandler: loaded.valuesOrErrorHandler()).resume()
  /// let (data, response) = try await loaded.wait(timeout: .seconds(5))
  /// ```
  ///
  /// An error that is not nil fulfills the expectation, even if values come with it. When there is no error and a value
  /// is nil, the closure fulfills the expectation with ``MissingValueError``.
  ///
  /// - Returns: A closure that takes two optional values and an optional error.
  public func valuesOrErrorHandler<First: Sendable, Second: Sendable>()
    -> @Sendable (First?, Second?, (any Error)?) -> Void
  where Value == (First, Second) {
    let handle = makeHandler { (arguments: (First?, Second?, (any Error)?)) in
      if let error = arguments.2 { return .failure(error) }
      guard let first = arguments.0, let second = arguments.1 else { return .failure(MissingValueError.ofSeveral) }
      return .success((first, second))
    }
    return { first, second, error in handle((first, second, error)) }
  }
}
