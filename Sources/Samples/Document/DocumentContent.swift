public import Foundation

/// The content of a document: a value that can be encoded to the bytes of a file and decoded from them.
///
/// Both functions are called off the main thread.
public protocol DocumentContent: Sendable {
  /// The maximum size of a file, in bytes, for reading and writing.
  static var sizeLimit: Int { get }
  init(data: Data) throws(DocumentContentError)
  func data() throws(DocumentContentError) -> Data
}

extension DocumentContent {
  public static var sizeLimit: Int { 64 << 20 }
}

/// Content stored as JSON with the name and the version of its format:
/// `{"content": …, "format": "gallery", "version": 1}`.
public protocol CodableDocumentContent: DocumentContent, Codable {
  static var formatName: String { get }
  /// The version of the format, starting at 1. A file with a higher version is refused; `init(from:)` reads all lower
  /// versions.
  static var formatVersion: Int { get }
}

extension CodableDocumentContent {
  public init(data: Data) throws(DocumentContentError) {
    guard !data.isEmpty else { throw .empty }
    guard String(bytes: data, encoding: .utf8) != nil else { throw .notUTF8 }
    let shape = JSONShape(of: data)
    guard !shape.isTruncated else { throw .truncated }
    guard shape.depth <= 64 else { throw .malformed(path: "", reason: "nested more than 64 deep") }
    // Decode only the header first: a later version may store the rest in an unknown form.
    let header = try Self.decode(FormatHeader.self, from: data)
    guard header.format == Self.formatName else {
      throw .wrongFormat(found: header.format, expected: Self.formatName)
    }
    guard header.version >= 1 else { throw .malformed(path: "version", reason: "below 1") }
    guard header.version <= Self.formatVersion else {
      throw .newerFormat(found: header.version, supported: Self.formatVersion)
    }
    self = try Self.decode(FormatEnvelope<Self>.self, from: data).content
  }

  public func data() throws(DocumentContentError) -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let envelope = FormatEnvelope(content: self, format: Self.formatName, version: Self.formatVersion)
    do {
      return try encoder.encode(envelope)
    } catch let EncodingError.invalidValue(_, context) {
      throw .notEncodable(path: jsonPath(context.codingPath), reason: context.debugDescription)
    } catch {
      throw .notEncodable(path: "", reason: String(describing: error))
    }
  }

  private static func decode<Value: Decodable>(
    _ type: Value.Type, from data: Data
  ) throws(DocumentContentError) -> Value {
    do {
      return try JSONDecoder().decode(type, from: data)
    } catch let error as DecodingError {
      let (path, reason) = error.whereAndWhy
      throw .malformed(path: path, reason: reason)
    } catch {
      throw .malformed(path: "", reason: String(describing: error))
    }
  }
}

private struct FormatHeader: Decodable {
  let format: String
  let version: Int
}

private struct FormatEnvelope<Content: Codable>: Codable {
  let content: Content
  let format: String
  let version: Int
}
