public import Foundation

/// A format that images are sent in, told by the bytes they begin with.
public enum ImageFormat: String, Equatable, Sendable, CaseIterable {
  case png, jpeg, gif, webP, bmp, tiff

  /// The format of `data`, or nil if that is no image of these. Only the first bytes are looked at.
  public init?(of data: Data) {
    let head = [UInt8](data.prefix(12))
    let format = Self.allCases.first { format in
      format.signatures.contains { head.starts(with: $0) }
    }
    guard let format else { return nil }
    // `RIFF` begins sound and film, too.
    if format == .webP && !head.dropFirst(8).elementsEqual("WEBP".utf8) { return nil }
    self = format
  }

  private var signatures: [[UInt8]] {
    switch self {
    case .png: [[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]]
    case .jpeg: [[0xff, 0xd8, 0xff]]
    case .gif: [[UInt8]("GIF87a".utf8), [UInt8]("GIF89a".utf8)]
    case .webP: [[UInt8]("RIFF".utf8)]
    case .bmp: [[UInt8]("BM".utf8)]
    case .tiff: [[0x49, 0x49, 0x2a, 0x00], [0x4d, 0x4d, 0x00, 0x2a]]
    }
  }
}

/// An image as it was sent, not decoded.
public struct FetchedImage: Equatable, Sendable {
  public var data: Data
  public var format: ImageFormat
  /// Whether it was kept from an earlier request, and nothing was sent for it.
  public var isFromCache: Bool
}
