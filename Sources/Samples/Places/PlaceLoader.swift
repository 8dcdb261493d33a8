public import Dispatch
public import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Loads lists of places from files and over HTTP.
///
///     let list = try await PlaceLoader().places(at: url)
///     show(list.places)
///     for problem in list.problems { log("left out: \(problem)") }     // places[3].latitude: missing
///
/// The loader reads and decodes off the main thread, and can be used from any thread. When it is released, loads under
/// way continue and are answered.
public final class PlaceLoader: Sendable {
  /// The time limit of a whole request.
  public let deadline: Duration
  /// The maximum size of a file or a response, in bytes.
  public let sizeLimit: Int
  /// The queue on which completion handlers are called.
  public let callbackQueue: DispatchQueue

  private let onStep: FileStep.Hook
  private let client = HTTPClient()
  private let work = DispatchQueue(label: "Samples.PlaceLoader", qos: .userInitiated)

  public convenience init(
    deadline: Duration = .seconds(30), sizeLimit: Int = 4 << 20, callbackQueue: DispatchQueue = .main
  ) {
    self.init(deadline: deadline, sizeLimit: sizeLimit, callbackQueue: callbackQueue, onStep: FileStep.goesOn)
  }

  init(
    deadline: Duration = .seconds(30), sizeLimit: Int = 4 << 20, callbackQueue: DispatchQueue,
    onStep: @escaping FileStep.Hook
  ) {
    self.deadline = deadline
    self.sizeLimit = max(0, sizeLimit)
    self.callbackQueue = callbackQueue
    self.onStep = onStep
  }

  /// Loads the list of places from the file or the HTTP server at `url`.
  ///
  /// - Parameter completion: Called exactly once, by a job of its own on `callbackQueue`, even if the load is canceled
  ///   or the loader is released.
  /// - Returns: A handle that cancels the load.
  @discardableResult
  public func places(
    at url: URL, completion: @escaping @Sendable (Result<PlaceList, ServiceError>) -> Void
  ) -> RequestHandle {
    load(url) { [callbackQueue] result in callbackQueue.async { completion(result) } }
  }

  /// Loads the list of places from the file or the HTTP server at `url`.
  ///
  /// Canceling the task cancels the load and throws `cancelled`. If the task is already canceled, nothing is read.
  public func places(at url: URL) async throws(ServiceError) -> PlaceList {
    try await answer { load(url, $0) }
  }

  /// The implementation of both forms: calls `deliver` exactly once, on any thread.
  private func load(
    _ url: URL, _ deliver: @escaping @Sendable (Result<PlaceList, ServiceError>) -> Void
  ) -> RequestHandle {
    if url.isFileURL { return read(url.path, deliver) }
    guard url.isHTTP else {
      deliver(.failure(.invalidRequest(reason: "neither a file URL nor an HTTP one")))
      return .none
    }
    var request = URLRequest(url: url)
    request.setValue("application/json", forHTTPHeaderField: "Accept")
    return client.send(request, deadline: deadline, sizeLimit: sizeLimit) { [work] outcome in
      switch outcome {
      case .failure(let error): deliver(.failure(error))
      case .success(let answer):
        work.async { deliver(Result { () throws(ServiceError) in try answer.decoded(PlaceList.self) }) }
      }
    }
  }

  private func read(
    _ path: String, _ deliver: @escaping @Sendable (Result<PlaceList, ServiceError>) -> Void
  ) -> RequestHandle {
    // Reading races with cancellation. The first to take the function calls it.
    let delivery = Locked<(@Sendable (Result<PlaceList, ServiceError>) -> Void)?>(deliver)
    let finish: @Sendable (Result<PlaceList, ServiceError>) -> Void = { result in
      let deliver = delivery.withLock { deliver in
        defer { deliver = nil }
        return deliver
      }
      deliver?(result)
    }
    work.async { [self] in
      // Skip the read if the load was canceled while it was queued.
      if delivery.withLock({ $0 != nil }) { finish(list(inFileAt: path)) }
    }
    return RequestHandle { finish(.failure(.cancelled)) }
  }

  private func list(inFileAt path: String) -> Result<PlaceList, ServiceError> {
    Result { () throws(ServiceError) in
      var file = DurableFile(path: path, onStep: onStep)
      let text: Data
      do throws(FileError) {
        text = try file.read(limit: sizeLimit)
      } catch {
        throw error.code == EFBIG ? .tooLarge(limit: sizeLimit) : .unreadable(error)
      }
      return try PlaceList(json: text)
    }
  }
}
