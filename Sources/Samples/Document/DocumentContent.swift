import Foundation

/// The content of a document, stored as JSON with the name and the version of its format:
/// `{"content": …, "format": "gallery", "version": 1}`.
///
/// It is encoded and decoded off the main thread.
public protocol DocumentContent: Codable, Sendable {
  static var formatName: String { get }
  /// The version of the format, starting at 1. A file with a higher version is refused; `init(from:)` reads all lower
  /// versions.
  static var formatVersion: Int { get }
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

extension DocumentContent {
  init(data: Data) throws(DocumentContentError) {
    // Decode only the header first: a later version may store the rest in an unknown form.
    let header = try Self.decode(FormatHeader.self, from: data)
    guard header.format == Self.formatName else {
      throw .wrongFormat(found: header.format, expected: Self.formatName)
    }
    guard header.version <= Self.formatVersion else {
      throw .newerFormat(found: header.version, supported: Self.formatVersion)
    }
    self = try Self.decode(FormatEnvelope<Self>.self, from: data).content
  }

  func data() throws(DocumentContentError) -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    do {
      return try encoder.encode(FormatEnvelope(content: self, format: Self.formatName, version: Self.formatVersion))
    } catch {
      throw .notEncodable(reason: String(describing: error))
    }
  }

  private static func decode<Value: Decodable>(
    _ type: Value.Type, from data: Data
  ) throws(DocumentContentError) -> Value {
    do {
      return try JSONDecoder().decode(type, from: data)
    } catch {
      let (path, reason) = (error as? DecodingError)?.whereAndWhy ?? ("", String(describing: error))
      throw .malformed(path: path, reason: reason)
    }
  }
}
