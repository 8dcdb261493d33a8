import Expectations
import Foundation

@testable import Samples

/// A record store that stores nothing: it logs the requests, fulfills the expectations of a test, and answers as the
/// test says.
///
///     let spy = RecordStoreSpy()
///     let saved = spy.expects("visit saved") { if case .perform(.update) = $0 { true } else { false } }
///     SharedRecordStore.withReplacement(spy) { VisitLog().visit(delft) { _ in } }
///     #expect(try await saved.wait(timeout: .seconds(5)) == .perform(.update(in: "Place", id: "a1", fields: …)))
///
/// The spy answers on a queue of its own, like a service.
final class RecordStoreSpy: RecordStore {
  enum Call: Equatable, Sendable {
    case records(RecordQuery)
    case perform(RecordOperation)
    case performAll([RecordOperation])
  }

  private struct State {
    var calls: [Call] = []
    var expected: [(matches: @Sendable (Call) -> Bool, called: Expectation<Call>)] = []
    var records: Result<[Record], RecordServiceError> = .success([])
    var performed: @Sendable (RecordOperation) -> Result<Record?, RecordServiceError> = RecordStoreSpy.obeys
  }

  private let state = Guarded(State())
  private let queue = DispatchQueue(label: "RecordStoreSpy")

  /// Every call, in order.
  var calls: [Call] { state.value.calls }

  /// Sets the answer to every query.
  func answersQueries(with records: Result<[Record], RecordServiceError>) {
    state.withLock { $0.records = records }
  }

  /// Sets the answer to every change. By default, a change succeeds.
  func answersChanges(_ answer: @escaping @Sendable (RecordOperation) -> Result<Record?, RecordServiceError>) {
    state.withLock { $0.performed = answer }
  }

  /// An expectation that is fulfilled by each call for which `matches` is true. With a `count` of 0, no such call may
  /// come.
  func expects(
    _ description: String, count: Int = 1, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column, where matches: @escaping @Sendable (Call) -> Bool = { _ in true }
  ) -> Expectation<Call> {
    let called = Expectation(
      description, of: Call.self, count: count, fileID: fileID, filePath: filePath, line: line, column: column)
    state.withLock { $0.expected.append((matches, called)) }
    return called
  }

  // MARK: RecordStore

  func records(
    matching query: RecordQuery, completion: @escaping @Sendable (Result<[Record], RecordServiceError>) -> Void
  ) -> RequestHandle {
    note(.records(query))
    queue.async { completion(self.state.value.records) }
    return .none
  }

  func perform(
    _ operation: RecordOperation, completion: @escaping @Sendable (Result<Record?, RecordServiceError>) -> Void
  ) -> RequestHandle {
    note(.perform(operation))
    queue.async { completion(self.state.value.performed(operation)) }
    return .none
  }

  func perform(
    _ operations: [RecordOperation],
    completion: @escaping @Sendable (Result<[Result<Record?, RecordServiceError>], RecordServiceError>) -> Void
  ) -> RequestHandle {
    note(.performAll(operations))
    queue.async { completion(.success(operations.map { self.state.value.performed($0) })) }
    return .none
  }

  private func note(_ call: Call) {
    let called = state.withLock { state in
      state.calls.append(call)
      return state.expected.filter { $0.matches(call) }.map(\.called)
    }
    for expectation in called { expectation.fulfill(call) }
  }

  private static let obeys: @Sendable (RecordOperation) -> Result<Record?, RecordServiceError> = { operation in
    switch operation {
    case .create(_, let fields): .success(Record(id: "new", fields: fields))
    case .update(_, let id, let fields): .success(Record(id: id, fields: fields))
    case .delete: .success(nil)
    }
  }
}
