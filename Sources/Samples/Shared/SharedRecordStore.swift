/// The one record store that an app works with, in the one place where it is got.
///
/// An app installs its own once, when it starts; whatever needs records asks for `current` when it is called:
///
///     SharedRecordStore.install(RecordService(base: url))
///     SharedRecordStore.current.records(of: "Place", where: "visited", equals: false) { … }
///
/// For a part of a program, such as one test, another can take its place. It does so for what that part calls and for
/// the tasks it starts, however many others run at the same time, and it goes by itself:
///
///     SharedRecordStore.withReplacement(spy) {
///       VisitLog().visit(delft) { … }
///     }
///
/// Work that is handed to a queue does not take the replacement along: ask before, and take the store.
public enum SharedRecordStore {
  @TaskLocal private static var replacement: (any RecordStore)?
  private static let installed = Locked<(any RecordStore)?>(nil)

  /// The replacement, if there is one here, else the installed one; before that, one that answers every request with an
  /// error.
  public static var current: any RecordStore {
    replacement ?? installed.withLock { $0 } ?? MissingRecordStore()
  }

  /// Makes `store` the one of the whole program.
  public static func install(_ store: any RecordStore) {
    // Returned, so that the old one is not released under the lock.
    _ = installed.withLock { installed -> (any RecordStore)? in
      defer { installed = store }
      return installed
    }
  }

  /// Calls `body` with `store` in the place of the shared one.
  public static func withReplacement<Output>(
    _ store: any RecordStore, _ body: () throws -> Output
  ) rethrows -> Output {
    try $replacement.withValue(store, operation: body)
  }

  /// Calls `body` with `store` in the place of the shared one.
  public static func withReplacement<Output>(
    _ store: any RecordStore, isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Output
  ) async rethrows -> Output {
    try await $replacement.withValue(store, operation: body, isolation: isolation)
  }
}

/// Answers every request with an error.
private struct MissingRecordStore: RecordStore {
  private let error = RecordServiceError.invalidRequest(reason: "no record store is installed")

  func records(
    matching query: RecordQuery, completion: @escaping @Sendable (Result<[Record], RecordServiceError>) -> Void
  ) -> RequestHandle {
    completion(.failure(error))
    return .none
  }

  func perform(
    _ operation: RecordOperation, completion: @escaping @Sendable (Result<Record?, RecordServiceError>) -> Void
  ) -> RequestHandle {
    completion(.failure(error))
    return .none
  }

  func perform(
    _ operations: [RecordOperation],
    completion: @escaping @Sendable (Result<[Result<Record?, RecordServiceError>], RecordServiceError>) -> Void
  ) -> RequestHandle {
    completion(.failure(error))
    return .none
  }
}
