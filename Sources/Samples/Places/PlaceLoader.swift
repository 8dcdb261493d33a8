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
/// The loader reads and decodes off the main thread. An invalid place does not hide the others, unless the loader is
/// strict. The loader can be used from any thread. When it is released, loads under way continue and are answered.
public final class PlaceLoader: Sendable {
  /// Whether one invalid place makes the whole load fail.
  public let isStrict: Bool
  /// The time limit of a whole request, including retries.
  public let deadline: Duration
  /// The maximum size of a file or a response, in bytes.
  public let sizeLimit: Int
  /// The queue on which completion handlers are called.
  public let callbackQueue: DispatchQueue

  private let fileSystem: any FileSystem
  private let client = HTTPClient()
  private let work = DispatchQueue(label: "Samples.PlaceLoader", qos: .userInitiated)

  public convenience init(
    isStrict: Bool = false, deadline: Duration = .seconds(30), sizeLimit: Int = 4 << 20,
    callbackQueue: DispatchQueue = .main
  ) {
    self.init(
      isStrict: isStrict, deadline: deadline, sizeLimit: sizeLimit, callbackQueue: callbackQueue,
      fileSystem: POSIXFileSystem())
  }

  init(
    isStrict: Bool, deadline: Duration = .seconds(30), sizeLimit: Int = 4 << 20, callbackQueue: DispatchQueue,
    fileSystem: any FileSystem
  ) {
    self.isStrict = isStrict
    self.deadline = deadline
    self.sizeLimit = max(0, sizeLimit)
    self.callbackQueue = callbackQueue
    self.fileSystem = fileSystem
  }

  /// Loads the list of places from the file or the HTTP server at `url`.
  ///
  /// - Parameter completion: Called exactly once, by a job of its own on `callbackQueue`, even if the load is canceled
  ///   or the loader is released.
  /// - Returns: A handle that cancels the load.
  @discardableResult
  public func places(
    at url: URL, completion: @escaping @Sendable (Result<PlaceList, PlaceError>) -> Void
  ) -> RequestHandle {
    load(url) { [callbackQueue] result in callbackQueue.async { completion(result) } }
  }

  /// Loads the list of places from the file or the HTTP server at `url`.
  ///
  /// Canceling the task cancels the load and throws `cancelled`. If the task is already canceled, nothing is read.
  public func places(at url: URL) async throws(PlaceError) -> PlaceList {
    try await answer(cancelled: PlaceError.cancelled) { load(url, $0) }
  }

  /// The implementation of both forms: calls `deliver` exactly once, on any thread.
  private func load(
    _ url: URL, _ deliver: @escaping @Sendable (Result<PlaceList, PlaceError>) -> Void
  ) -> RequestHandle {
    if url.isFileURL { return read(url.path, deliver) }
    guard ["http", "https"].contains(url.scheme?.lowercased()), url.host?.isEmpty == false else {
      deliver(.failure(.unsupportedURL(url)))
      return .none
    }
    var request = URLRequest(url: url)
    request.setValue("application/json", forHTTPHeaderField: "Accept")
    return client.send(request, deadline: deadline, sizeLimit: sizeLimit, retries: .idempotent) { [self] outcome in
      switch outcome {
      case .failure(let failure): deliver(.failure(PlaceError(failure)))
      case .success(let answer): work.async { deliver(self.list(of: answer)) }
      }
    }
  }

  private func read(
    _ path: String, _ deliver: @escaping @Sendable (Result<PlaceList, PlaceError>) -> Void
  ) -> RequestHandle {
    let delivery = SingleDelivery(deliver)
    work.async { [self] in
      // Skip the read if the load was canceled while it was queued.
      if !delivery.isDone { delivery.finish(list(ofFileAt: path)) }
    }
    return RequestHandle { delivery.finish(.failure(.cancelled)) }
  }

  // MARK: On the queue

  private func list(ofFileAt path: String) -> Result<PlaceList, PlaceError> {
    var file = AtomicFile(path: path, fileSystem: fileSystem)
    return Result { () throws(PlaceError) in
      let text: Data
      do throws(FileError) {
        text = try file.read(limit: sizeLimit)
      } catch {
        throw PlaceError(error, limit: sizeLimit)
      }
      return try PlaceDecoding(isStrict: isStrict).list(from: text)
    }
  }

  private func list(of answer: HTTPAnswer) -> Result<PlaceList, PlaceError> {
    Result { () throws(PlaceError) in
      guard answer.isSuccess else { throw .badStatus(answer.head.status) }
      guard answer.head.isJSON else { throw .wrongContentType(answer.head.contentType) }
      return try PlaceDecoding(isStrict: isStrict).list(from: answer.body)
    }
  }
}
