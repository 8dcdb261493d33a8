/// The shared record store of an app, which a test can replace.
///
/// An app installs its store once, when it starts. Code that needs records asks for `current` on each call:
///
///     SharedRecordStore.install(RecordService(base: url))
///     SharedRecordStore.current.records(of: "Place", where: "visited", equals: false) { … }
///
/// A part of a program, such as one test, can use another store. The replacement applies to the code that this part
/// calls and to the tasks that it starts, no matter how many other tests run at the same time, and it ends by itself:
///
///     SharedRecordStore.withReplacement(spy) {
///       VisitLog().visit(delft) { … }
///     }
///
/// Work sent to a queue does not inherit the replacement: read `current` beforehand, and pass the store on.
public enum SharedRecordStore {
  @TaskLocal private static var replacement: (any RecordStore)?
  private static let installed = Locked<(any RecordStore)?>(nil)

  /// The replacement, if one applies here; otherwise the installed store; before installation, a store that answers
  /// every request with an error.
  public static var current: any RecordStore {
    replacement ?? installed.withLock { $0 } ?? MissingRecordStore()
  }

  /// Installs `store` for the whole program.
  public static func install(_ store: any RecordStore) {
    // The old store is returned so that it is not released under the lock.
    _ = installed.withLock { installed -> (any RecordStore)? in
      defer { installed = store }
      return installed
    }
  }

  /// Calls `body` with `store` as the shared store.
  public static func withReplacement<Output>(
    _ store: any RecordStore, _ body: () throws -> Output
  ) rethrows -> Output {
    try $replacement.withValue(store, operation: body)
  }

  /// Calls `body` with `store` as the shared store.
  public static func withReplacement<Output>(
    _ store: any RecordStore, isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Output
  ) async rethrows -> Output {
    try await $replacement.withValue(store, operation: body, isolation: isolation)
  }
}

/// A store that answers every request with an error.
private struct MissingRecordStore: RecordStore {
  private let error = ServiceError.invalidRequest(reason: "no record store is installed")

  func records(
    of className: String, where field: String, equals value: JSONValue,
    completion: @escaping @Sendable (Result<[Record], ServiceError>) -> Void
  ) -> RequestHandle {
    completion(.failure(error))
    return .none
  }

  func save(
    _ fields: [String: JSONValue], in className: String, id: String?,
    completion: @escaping @Sendable (Result<Record, ServiceError>) -> Void
  ) -> RequestHandle {
    completion(.failure(error))
    return .none
  }

  func delete(
    id: String, in className: String, completion: @escaping @Sendable (Result<Void, ServiceError>) -> Void
  ) -> RequestHandle {
    completion(.failure(error))
    return .none
  }
}
