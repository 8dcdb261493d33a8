// Assumption: `@_disfavoredOverload` makes the compiler choose the other declaration, here and in other files.
// Check: by the compiler, in the tests of `Void` expectations and of predicates.
// If false: such a call is ambiguous, or chooses the form with an argument.
// Remove when: the language can rank overloads.

extension Expectation {
  /// A closure to pass as a completion handler: each call fulfills the expectation with its argument.
  ///
  /// ```swift
  /// let loaded = Expectation("image loaded", of: Image.self)
  /// loader.load(url, completion: loaded.handler)
  /// ```
  ///
  /// The closure keeps the expectation alive. It carries no line: a problem with one of its calls is recorded at the
  /// wait, or where the expectation was created if no test waited for it. Each access makes another closure, and a wait
  /// that times out reports what became of the closures.
  ///
  /// The other handlers are properties, too, if there is only one closure type. Handlers with argument types that
  /// depend on the context are functions, because a property cannot be generic.
  @_disfavoredOverload  // a Void expectation prefers the handler without an argument
  public var handler: @Sendable (Value) -> Void {
    makeHandler { value in .success(value) }
  }

  /// A closure to pass as a handler of a `Result`: each call fulfills the expectation with the value or the error.
  ///
  /// ```swift
  /// let fetched = Expectation("records fetched", of: [Record].self)
  /// service.fetch(query, completion: fetched.resultHandler())
  /// ```
  ///
  /// - Parameter type: The type of the error, which the compiler usually infers from the context.
  ///
  /// - Returns: A closure that takes a `Result`.
  public func resultHandler<E: Error>(failure type: E.Type = E.self) -> @Sendable (Result<Value, E>) -> Void {
    makeHandler { result in result.mapError { $0 } }
  }

  /// A closure to pass as a handler of an optional value and an optional error.
  ///
  /// ```swift
  /// let downloaded = Expectation("file downloaded", of: URL.self)
  /// downloader.download(url, completion: downloaded.valueOrErrorHandler)
  /// ```
  ///
  /// An error that is not nil fulfills the expectation, even if a value comes with it. When both are nil, the closure
  /// fulfills the expectation with ``MissingValueError``.
  public var valueOrErrorHandler: @Sendable (Value?, (any Error)?) -> Void {
    let handle = makeHandler { (value: Value?, error: (any Error)?) in
      if let error { return .failure(error) }
      return value.map { .success($0) } ?? .failure(MissingValueError())
    }
    return { value, error in handle((value, error)) }
  }
}

extension Expectation where Value == Void {
  /// A closure to pass as a completion handler without an argument: each call fulfills the expectation.
  ///
  /// ```swift
  /// let presented = Expectation("view presented")
  /// controller.present(view, completion: presented.handler)
  /// ```
  public var handler: @Sendable () -> Void {
    let handle = makeHandler { (_: Void) in .success(()) }
    return { handle(()) }
  }

  /// A closure to pass as a handler of an optional error: `nil` is success.
  ///
  /// ```swift
  /// let removed = Expectation("file removed")
  /// storage.remove(file, completion: removed.errorHandler)
  /// ```
  ///
  /// A `wait(timeout:)` that returns a `Bool` throws nothing: it records an error as its failure. To expect an error,
  /// call `failure(timeout:)`.
  public var errorHandler: @Sendable ((any Error)?) -> Void {
    makeHandler { error in error.map { .failure($0) } ?? .success(()) }
  }
}

extension Expectation {
  /// A closure that fulfills the expectation with the result of `outcome`. The library tracks whether the closure is
  /// called before it is released.
  func makeHandler<Argument>(
    by outcome: @escaping @Sendable (Argument) -> Result<Value, any Error>
  ) -> @Sendable (Argument) -> Void {
    let token = base.makeHandlerToken()
    return { argument in
      token.noteCall()
      self.deliver(outcome(argument), at: nil)
    }
  }
}

/// A completion handler was called with neither a value nor an error.
public struct MissingValueError: Error, CustomStringConvertible {
  private let missing: String

  /// An error that says that there was no value.
  public init() { self.init(missing: "a value") }

  init(missing: String) { self.missing = missing }

  /// A sentence that names the missing values.
  public var description: String { "the completion handler got neither \(missing) nor an error" }
}

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
      guard let first = arguments.0, let second = arguments.1 else {
        return .failure(MissingValueError(missing: "all of its values"))
      }
      return .success((first, second))
    }
    return { first, second, error in handle((first, second, error)) }
  }
}
