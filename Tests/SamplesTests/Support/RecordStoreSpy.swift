import Dispatch
import Expectations

@testable import Samples

/// A record store that stores nothing: it logs the requests, fulfills the expectations of a test, and answers as the
/// test says.
///
///     let spy = RecordStoreSpy()
///     let saved = spy.expects("visit saved") { if case .save = $0 { true } else { false } }
///     SharedRecordStore.withReplacement(spy) { VisitLog().visit(delft) { _ in } }
///     #expect(try await saved.wait(timeout: .seconds(5)) == .save(["visited": true], in: "Place", id: "a1"))
///
/// The spy answers on a queue of its own, like a service.
final class RecordStoreSpy: RecordStore {
  enum Call: Equatable, Sendable {
    case records(of: String, where: String, equals: JSONValue)
    case save([String: JSONValue], in: String, id: String?)
    case delete(id: String, in: String)
  }

  private struct State {
    var calls: [Call] = []
    var expected: [(matches: @Sendable (Call) -> Bool, called: Expectation<Call>)] = []
    var found: Result<[Record], ServiceError> = .success([])
    var saveFailure: ServiceError?
  }

  private let state = Guarded(State())
  private let queue = DispatchQueue(label: "RecordStoreSpy")

  var calls: [Call] { state.value.calls }

  func answersQueries(with found: Result<[Record], ServiceError>) { state.withLock { $0.found = found } }

  func failsSaves(with error: ServiceError) { state.withLock { $0.saveFailure = error } }

  /// An expectation that is fulfilled by each call for which `matches` is true. With a `count` of 0, no such call may
  /// come.
  func expects(
    _ description: String, count: Int = 1, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column, where matches: @escaping @Sendable (Call) -> Bool
  ) -> Expectation<Call> {
    let called = Expectation(
      description, of: Call.self, count: count, fileID: fileID, filePath: filePath, line: line, column: column)
    state.withLock { $0.expected.append((matches, called)) }
    return called
  }

  func records(
    of className: String, where field: String, equals value: JSONValue,
    completion: @escaping @Sendable (Result<[Record], ServiceError>) -> Void
  ) -> RequestHandle {
    note(.records(of: className, where: field, equals: value))
    queue.async { completion(self.state.value.found) }
    return .none
  }

  func save(
    _ fields: [String: JSONValue], in className: String, id: String?,
    completion: @escaping @Sendable (Result<Record, ServiceError>) -> Void
  ) -> RequestHandle {
    note(.save(fields, in: className, id: id))
    let failure = state.value.saveFailure
    queue.async { completion(failure.map { .failure($0) } ?? .success(Record(id: id ?? "new", fields: fields))) }
    return .none
  }

  func delete(
    id: String, in className: String, completion: @escaping @Sendable (Result<Void, ServiceError>) -> Void
  ) -> RequestHandle {
    note(.delete(id: id, in: className))
    queue.async { completion(.success(())) }
    return .none
  }

  private func note(_ call: Call) {
    let called = state.withLock { state in
      state.calls.append(call)
      return state.expected.filter { $0.matches(call) }.map(\.called)
    }
    for expectation in called { expectation.fulfill(call) }
  }
}
