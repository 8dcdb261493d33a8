public import Dispatch
public import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Fetches, saves, and deletes records of a remote service, as JSON over HTTP.
///
///     let service = RecordService(base: URL(string: "https://example.org/api")!)
///     let unseen = try await service.records(of: "Place", where: "visited", equals: false)
///     let delft = try await service.save(["name": "Delft"], in: "Place")
///     try await service.delete(id: delft.id, in: "Place")
///
/// Each operation comes in two forms that behave alike: one with a completion handler, which is called exactly once, by
/// a job of its own on `callbackQueue`, even if the request is canceled or the service is released; and one that is
/// `async`.
///
/// The service can be used from any thread, and decodes responses off the main thread. It sends each request once. A
/// service keeps its connections open for all its requests, so create one and keep it. When it is released, requests
/// under way continue and are answered.
public final class RecordService: RecordStore {
  /// The URL of the service; the paths of the classes begin here.
  public let base: URL
  /// The time limit of a whole request, including redirects. With zero or a negative limit, every request times out.
  public let deadline: Duration
  /// The maximum size of a response, in bytes.
  public let sizeLimit: Int
  /// The queue on which completion handlers are called.
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

  @discardableResult
  public func records(
    of className: String, where field: String, equals value: JSONValue,
    completion: @escaping @Sendable (Result<[Record], ServiceError>) -> Void
  ) -> RequestHandle {
    struct Results: Decodable {
      var results: [Record]
    }
    return send(completion) { () throws(ServiceError) in
      try request("GET", className, conditions: [field: value])
    } decode: { answer throws(ServiceError) in
      try answer.decoded(Results.self).results
    }
  }

  @discardableResult
  public func save(
    _ fields: [String: JSONValue], in className: String, id: String?,
    completion: @escaping @Sendable (Result<Record, ServiceError>) -> Void
  ) -> RequestHandle {
    send(completion) { () throws(ServiceError) in
      try request(id == nil ? "POST" : "PUT", className, id: id, body: fields)
    } decode: { answer throws(ServiceError) in
      guard let id else {
        let created = try answer.decoded(Record.self)
        return Record(id: created.id, fields: fields.merging(created.fields) { _, new in new })
      }
      var updated = try answer.decoded([String: JSONValue].self)
      updated["objectId"] = nil
      return Record(id: id, fields: fields.merging(updated) { _, new in new })
    }
  }

  @discardableResult
  public func delete(
    id: String, in className: String, completion: @escaping @Sendable (Result<Void, ServiceError>) -> Void
  ) -> RequestHandle {
    send(completion) { () throws(ServiceError) in
      try request("DELETE", className, id: id)
    } decode: { answer throws(ServiceError) in
      try answer.checkSuccess()
    }
  }

  /// The implementation of all requests: answers exactly once, on `callbackQueue`.
  private func send<Value: Sendable>(
    _ completion: @escaping @Sendable (Result<Value, ServiceError>) -> Void,
    request: () throws(ServiceError) -> URLRequest,
    decode: @escaping @Sendable (HTTPAnswer) throws(ServiceError) -> Value
  ) -> RequestHandle {
    let deliver: @Sendable (Result<Value, ServiceError>) -> Void = { [callbackQueue] result in
      callbackQueue.async { completion(result) }
    }
    let urlRequest: URLRequest
    do {
      urlRequest = try request()
    } catch {
      deliver(.failure(error))
      return .none
    }
    return client.send(urlRequest, deadline: deadline, sizeLimit: sizeLimit) { [decoding] outcome in
      switch outcome {
      case .failure(let error): deliver(.failure(error))
      case .success(let answer):
        decoding.async { deliver(Result { () throws(ServiceError) in try decode(answer) }) }
      }
    }
  }

  // MARK: Requests

  /// Builds a request for `{base}/classes/{class}/{id}?where={…}`.
  private func request(
    _ method: String, _ className: String, id: String? = nil, conditions: [String: JSONValue]? = nil,
    body: [String: JSONValue]? = nil
  ) throws(ServiceError) -> URLRequest {
    var path = "/classes"
    for name in [className, id].compactMap(\.self) {
      // A URL would treat these names as path steps.
      if ["", ".", ".."].contains(name) {
        throw .invalidRequest(reason: "no class or record is called \"\(name)\"")
      }
      path += "/" + Self.escaped(name)
    }
    guard base.isHTTP, var components = URLComponents(url: base, resolvingAgainstBaseURL: true) else {
      throw .invalidRequest(reason: "the base URL is not an HTTP one")
    }
    if components.percentEncodedPath.hasSuffix("/") { path.removeFirst() }
    components.percentEncodedPath += path
    components.percentEncodedQuery = nil
    if let conditions {
      let text = String(decoding: try Self.json(conditions), as: UTF8.self)
      components.percentEncodedQuery = "where=" + Self.escaped(text)
    }
    guard let url = components.url else { throw .invalidRequest(reason: "not a URL") }
    var request = URLRequest(url: url)
    request.httpMethod = method
    request.setValue("application/json", forHTTPHeaderField: "Accept")
    if let body {
      request.setValue("application/json", forHTTPHeaderField: "Content-Type")
      request.httpBody = try Self.json(body)
    }
    return request
  }

  private static func json(_ fields: [String: JSONValue]) throws(ServiceError) -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      return try encoder.encode(fields)
    } catch {
      throw .invalidRequest(reason: "a value cannot be written as JSON")
    }
  }

  /// Percent-encodes all characters except those that are never special in a URL. Foundation's own sets leave `+`,
  /// which servers read as a space.
  private static func escaped(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
  }

  private static let unreserved = CharacterSet(
    charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~")
}
