public import Dispatch
public import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Fetches, saves, and deletes records of a remote service, as JSON over HTTP.
///
///     let service = RecordService(base: URL(string: "https://example.org/api")!)
///     let unseen = try await service.records(matching: RecordQuery("Place", where: ["visited": false], limit: 20))
///     let delft = try await service.save(["name": "Delft"], in: "Place")
///     try await service.delete(id: delft.id, in: "Place")
///
/// Each operation comes in two forms that behave alike: one with a completion handler, which is called exactly once, by
/// a job of its own on `callbackQueue`, even if the request is canceled or the service is released; and one that is
/// `async`.
///
/// The service can be used from any thread, and decodes responses off the main thread. An idempotent request is sent up
/// to three times within one deadline when the connection fails or the server is unavailable (502, 503, 504); creating
/// a record is never repeated. A service keeps its connections open for all its requests, so create one and keep it.
/// When it is released, requests under way continue and are answered.
public final class RecordService: RecordStore {
  /// The URL of the service; the paths of the classes begin here.
  public let base: URL
  /// The time limit of a whole request, including redirects and retries. With zero or a negative limit, every request
  /// times out.
  public let deadline: Duration
  /// How many times an idempotent request may be sent again: 0 to 2.
  public let retryLimit: Int
  /// The maximum size of a response, in bytes.
  public let sizeLimit: Int
  /// The queue on which completion handlers are called.
  public let callbackQueue: DispatchQueue

  private let client = HTTPClient()
  private let decoding = DispatchQueue(label: "Samples.RecordService.decoding", qos: .userInitiated)

  public init(
    base: URL, deadline: Duration = .seconds(30), retryLimit: Int = 2, sizeLimit: Int = 4 << 20,
    callbackQueue: DispatchQueue = .main
  ) {
    self.base = base
    self.deadline = deadline
    self.retryLimit = min(max(0, retryLimit), RetryPolicy.idempotent.limit)
    self.sizeLimit = max(0, sizeLimit)
    self.callbackQueue = callbackQueue
  }

  @discardableResult
  public func records(
    matching query: RecordQuery, completion: @escaping @Sendable (Result<[Record], RecordServiceError>) -> Void
  ) -> RequestHandle {
    send(isIdempotent: true, completion) { requests throws(RecordServiceError) in
      try requests.request(for: query)
    } decode: { answer throws(RecordServiceError) in
      try RecordDecoding.records(from: answer)
    }
  }

  @discardableResult
  public func perform(
    _ operation: RecordOperation, completion: @escaping @Sendable (Result<Record?, RecordServiceError>) -> Void
  ) -> RequestHandle {
    send(isIdempotent: operation.isIdempotent, completion) { requests throws(RecordServiceError) in
      try requests.request(for: operation)
    } decode: { answer throws(RecordServiceError) in
      try RecordDecoding.record(from: answer, after: operation)
    }
  }

  @discardableResult
  public func perform(
    _ operations: [RecordOperation],
    completion: @escaping @Sendable (Result<[Result<Record?, RecordServiceError>], RecordServiceError>) -> Void
  ) -> RequestHandle {
    guard !operations.isEmpty else {
      callbackQueue.async { completion(.success([])) }
      return .none
    }
    let isIdempotent = operations.allSatisfy(\.isIdempotent)
    return send(isIdempotent: isIdempotent, completion) { requests throws(RecordServiceError) in
      try requests.request(for: operations)
    } decode: { answer throws(RecordServiceError) in
      try RecordDecoding.results(from: answer, after: operations)
    }
  }

  /// The implementation of all requests: answers exactly once, on `callbackQueue`.
  private func send<Value: Sendable>(
    isIdempotent: Bool, _ completion: @escaping @Sendable (Result<Value, RecordServiceError>) -> Void,
    request: (RecordRequests) throws(RecordServiceError) -> URLRequest,
    decode: @escaping @Sendable (HTTPAnswer) throws(RecordServiceError) -> Value
  ) -> RequestHandle {
    let deliver: @Sendable (Result<Value, RecordServiceError>) -> Void = { [callbackQueue] result in
      callbackQueue.async { completion(result) }
    }
    let urlRequest: URLRequest
    do {
      urlRequest = try request(RecordRequests(base: base))
    } catch {
      deliver(.failure(error))
      return .none
    }
    let retries = RetryPolicy(limit: isIdempotent ? retryLimit : 0)
    return client.send(urlRequest, deadline: deadline, sizeLimit: sizeLimit, retries: retries) { [decoding] outcome in
      switch outcome {
      case .failure(let failure): deliver(.failure(RecordServiceError(failure)))
      case .success(let answer):
        decoding.async { deliver(Result { () throws(RecordServiceError) in try decode(answer) }) }
      }
    }
  }
}
