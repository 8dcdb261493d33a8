@testable import Samples

/// A record store that keeps its records in memory, and answers each request in a task of its own: what an exploration
/// can order.
final class TaskRecordStore: RecordStore {
  private struct State {
    var records: [Record] = []
    var requests = 0
    var answers = 0
  }

  private let state = Guarded(State())

  var records: [Record] { state.value.records }
  var requests: Int { state.value.requests }
  var answers: Int { state.value.answers }

  func records(
    of className: String, where field: String, equals value: JSONValue,
    completion: @escaping @Sendable (Result<[Record], ServiceError>) -> Void
  ) -> RequestHandle {
    answer(completion) { state in state.records.filter { $0[field] == value } }
  }

  func save(
    _ fields: [String: JSONValue], in className: String, id: String?,
    completion: @escaping @Sendable (Result<Record, ServiceError>) -> Void
  ) -> RequestHandle {
    answer(completion) { state in
      let record = Record(id: id ?? "\(state.records.count + 1)", fields: fields)
      state.records.removeAll { $0.id == id }
      state.records.append(record)
      return record
    }
  }

  func delete(
    id: String, in className: String, completion: @escaping @Sendable (Result<Void, ServiceError>) -> Void
  ) -> RequestHandle {
    answer(completion) { state in state.records.removeAll { $0.id == id } }
  }

  /// The work of a request is one step, and its answer another one, as with a server.
  private func answer<Value: Sendable>(
    _ completion: @escaping @Sendable (Result<Value, ServiceError>) -> Void,
    _ work: @escaping @Sendable (inout State) -> Value
  ) -> RequestHandle {
    state.withLock { $0.requests += 1 }
    let isAnswered = Guarded(false)
    let deliver = { @Sendable [state] (result: Result<Value, ServiceError>) in
      guard !isAnswered.swap(true) else { return }
      state.withLock { $0.answers += 1 }
      completion(result)
    }
    let task = Task {
      await Task.yield()
      guard !Task.isCancelled else { return }
      let value = state.withLock { work(&$0) }
      await Task.yield()
      deliver(.success(value))
    }
    return RequestHandle {
      task.cancel()
      deliver(.failure(.cancelled))
    }
  }
}
