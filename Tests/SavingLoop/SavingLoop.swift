import Dispatch
import Foundation
import Samples

/// Saves a gallery again and again, until it is killed: `SavingLoop <file>`.
///
/// Every save has a number, which is the title and the caption of each picture, so that a file of two saves is told
/// from one of one. The number is printed when its save was answered: from then on the file must not hold a lower one.
@main
enum SavingLoop {
  static func main() async throws {
    let path = CommandLine.arguments.dropFirst().first ?? ""
    let url = URL(fileURLWithPath: path)
    let isThere = FileManager.default.fileExists(atPath: path)
    let document = isThere ? GalleryDocument(fileURL: url) : GalleryDocument(fileURL: url, newContent: gallery(0))
    if isThere { try await document.open() }
    var number = document.content.flatMap { Int($0.title) } ?? 0
    while true {
      number += 1
      let next = gallery(number)
      try document.edit { $0 = next }
      try await document.save()
      try FileHandle.standardOutput.write(contentsOf: Data("\(number)\n".utf8))
    }
  }

  private static func gallery(_ number: Int) -> Gallery {
    // Of many sizes, so that a save takes several writes sometimes, and its end is elsewhere each time.
    let pictures = (0..<(number * 37 % 400)).map { _ in Gallery.Picture(caption: "\(number)") }
    return Gallery(title: "\(number)", pictures: pictures)
  }
}
