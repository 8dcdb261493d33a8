import Foundation

/// The way out when there is no test framework to record in.
enum StandardError {
  /// Writes one line, in one write, so that lines of several threads do not mix.
  static func print(_ text: String) {
    FileHandle.standardError.write(Data((text + "\n").utf8))
  }
}
