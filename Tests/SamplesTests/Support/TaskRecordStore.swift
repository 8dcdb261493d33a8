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
  /// How many requests came.
  var requests: Int { state.value.requests }
  /// How many of them have been answered.
  var answers: Int { state.value.answers }

  func records(
    matching query: RecordQuery, completion: @escaping @Sendable (Result<[Record], RecordServiceError>) -> Void
  ) -> RequestHandle {
    answer(completion) { state in
      state.records.filter { record in query.conditions.allSatisfy { record.fields[$0.key] == $0.value } }
    }
  }

  func perform(
    _ operation: RecordOperation, completion: @escaping @Sendable (Result<Record?, RecordServiceError>) -> Void
  ) -> RequestHandle {
    answer(completion) { Self.perform(operation, &$0) }
  }

  func perform(
    _ operations: [RecordOperation],
    completion: @escaping @Sendable (Result<[Result<Record?, RecordServiceError>], RecordServiceError>) -> Void
  ) -> RequestHandle {
    answer(completion) { state in operations.map { .success(Self.perform($0, &state)) } }
  }

  private static func perform(_ operation: RecordOperation, _ state: inout State) -> Record? {
    switch operation {
    case .create(_, let fields):
      state.records.append(Record(id: "\(state.records.count + 1)", fields: fields))
      return state.records.last
    case .update(_, let id, let fields):
      guard let index = state.records.firstIndex(where: { $0.id == id }) else { return nil }
      let old = state.records[index].fields
      state.records[index] = Record(id: id, fields: old.merging(fields) { $1 })
      return state.records[index]
    case .delete(_, let id):
      state.records.removeAll { $0.id == id }
      return nil
    }
  }

  /// The work of a request is one step, and its answer another one, as with a server.
  private func answer<Value: Sendable>(
    _ completion: @escaping @Sendable (Result<Value, RecordServiceError>) -> Void,
    _ work: @escaping @Sendable (inout State) -> Value
  ) -> RequestHandle {
    state.withLock { $0.requests += 1 }
    let delivery = SingleDelivery { [state] (result: Result<Value, RecordServiceError>) in
      state.withLock { $0.answers += 1 }
      completion(result)
    }
    let task = Task {
      await Task.yield()
      guard !Task.isCancelled else { return }
      let value = state.withLock { work(&$0) }
      await Task.yield()
      delivery.finish(.success(value))
    }
    return RequestHandle {
      task.cancel()
      delivery.finish(.failure(.cancelled))
    }
  }
}
