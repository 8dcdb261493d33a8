public import Dispatch
public import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Fetches records from a remote service, as JSON over HTTP.
///
///     let service = RecordService(base: URL(string: "https://example.org/api")!)
///     let records = try await service.records(of: "Place", where: "name", equals: "Delft")
///
/// It can be used from any thread. Answers are decoded off the main thread. One service keeps its connections for all
/// its requests, so make one and keep it; requests that are under way when it is released go on and are answered.
public final class RecordService: Sendable {
  /// The classes are found below this.
  public let base: URL
  /// For a whole request, redirects included; zero or less lets every request time out.
  public let deadline: Duration
  /// The most bytes of an answer that are taken.
  public let sizeLimit: Int
  /// Where completion handlers are called.
  public let callbackQueue: DispatchQueue

  private let client = HTTPClient()
  private let decoding = DispatchQueue(label: "Samples.RecordService.decoding", qos: .userInitiated)

  public init(
    base: URL, deadline: Duration = .seconds(30), sizeLimit: Int = 4 << 20, callbackQueue: DispatchQueue = .main
  ) {
    self.base = base
    self.deadline = deadline
    self.sizeLimit = max(0, sizeLimit)
    self.callbackQueue = callbackQueue
  }

  /// Fetches the records of a class whose field has a value, in the order in which the service sends them.
  ///
  /// - Parameter completion: Called exactly once, by a job of its own on `callbackQueue`, also when the request is
  ///   cancelled and when the service is released.
  /// - Returns: The request, to cancel it with.
  @discardableResult
  public func records(
    of className: String, where field: String, equals value: JSONValue,
    completion: @escaping @Sendable (Result<[Record], RecordServiceError>) -> Void
  ) -> RequestHandle {
    fetch(RecordQuery(className: className, field: field, value: value)) { [callbackQueue] result in
      callbackQueue.async { completion(result) }
    }
  }

  /// Fetches the records of a class whose field has a value.
  ///
  /// Cancelling the task cancels the request, and this throws `cancelled`; of a task that is cancelled already none is sent.
  public func records(
    of className: String, where field: String, equals value: JSONValue
  ) async throws(RecordServiceError) -> [Record] {
    if Task.isCancelled { throw .cancelled }
    let query = RecordQuery(className: className, field: field, value: value)
    let request = CancellationRelay()
    return try await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        request.follow(fetch(query) { continuation.resume(returning: $0) })
      }
    } onCancel: {
      request.cancel()
    }.get()
  }
}

extension RecordService {
  /// The one core of both forms: calls `deliver` exactly once, on any thread.
  private func fetch(
    _ query: RecordQuery, deliver: @escaping @Sendable (Result<[Record], RecordServiceError>) -> Void
  ) -> RequestHandle {
    let request: URLRequest
    do {
      request = try query.request(base: base)
    } catch {
      deliver(.failure(error))
      return RequestHandle(nil)
    }
    return client.send(request, deadline: deadline, sizeLimit: sizeLimit) { [decoding] outcome in
      switch outcome {
      case .failure(let failure):
        deliver(.failure(RecordServiceError(failure)))
      case .success(let answer):
        decoding.async {
          deliver(Result { () throws(RecordServiceError) in try RecordDecoding.records(from: answer) })
        }
      }
    }
  }
}
