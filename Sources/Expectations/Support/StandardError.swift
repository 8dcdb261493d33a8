import Foundation

/// Prints to standard error, where the library shows problems when there is no test framework.
enum StandardError {
  /// Writes one line in one write, so lines of several threads do not mix.
  static func print(_ text: String) {
    FileHandle.standardError.write(Data((text + "\n").utf8))
  }
}
