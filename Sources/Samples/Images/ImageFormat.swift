public import Foundation

/// An image format, recognized by the first bytes of the data.
public enum ImageFormat: String, Equatable, Sendable, CaseIterable {
  case png, jpeg, gif, webP, bmp, tiff

  /// Creates the format of `data`; nil if it is none of these formats. Only the first bytes are checked.
  public init?(of data: Data) {
    let head = [UInt8](data.prefix(12))
    let format = Self.allCases.first { format in
      format.signatures.contains { head.starts(with: $0) }
    }
    guard let format else { return nil }
    // `RIFF` also begins audio and video files.
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

/// An encoded image, as it was received.
public struct FetchedImage: Equatable, Sendable {
  public var data: Data
  public var format: ImageFormat
  /// Whether the image came from the cache and no request was sent.
  public var isFromCache: Bool
}
