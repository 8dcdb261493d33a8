import Dispatch
import Foundation
import Samples

/// Saves a gallery repeatedly until the process is killed: `SavingLoop <file>`.
///
/// Every save has a number, which is the title and the caption of each picture, so that a mix of two saves can be
/// recognized. The program prints the number after the save was answered: from then on, the file must not hold a lower
/// one.
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
    // Vary the size, so that a save sometimes takes several writes and ends at another position each time.
    let pictures = (0..<(number * 37 % 400)).map { _ in Gallery.Picture(caption: "\(number)") }
    return Gallery(title: "\(number)", pictures: pictures)
  }
}
