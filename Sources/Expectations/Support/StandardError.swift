import Foundation

/// Prints to standard error, where the library shows problems when there is no test framework.
package enum StandardError {
  /// Writes one line in one write, so lines of several threads do not mix.
  ///
  /// If standard error is closed or full, the line is lost. That must not end the process, which may be in a test.
  package static func print(_ text: String) {
    try? FileHandle.standardError.write(contentsOf: Data((text + "\n").utf8))
  }
}
