public import Foundation

/// A document that holds a gallery.
public typealias GalleryDocument = Document<Gallery>

/// A title and pictures, in the order in which they hang.
public struct Gallery: DocumentContent, Equatable {
  /// A picture and its caption.
  public struct Picture: Codable, Equatable, Identifiable, Sendable {
    public let id: UUID
    public var caption: String
    /// The location of the image.
    public var image: URL?

    public init(id: UUID = UUID(), caption: String, image: URL? = nil) {
      self.id = id
      self.caption = caption
      self.image = image
    }
  }

  public static var formatName: String { "gallery" }
  public static var formatVersion: Int { 1 }

  public var title: String
  public var pictures: [Picture]

  public init(title: String, pictures: [Picture] = []) {
    self.title = title
    self.pictures = pictures
  }
}
