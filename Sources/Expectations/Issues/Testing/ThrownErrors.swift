import Foundation

#if !canImport(Glibc)
  import Testing
#endif

/// The errors of expectations and recorders that waits threw in tests of Swift Testing.
///
/// An error that ends a test is shown with the line of the test only, and the framework tells no one which errors did
/// that. Most of them are expected. So a run that passes says nothing, and one that fails lists them all at its end.
enum ThrownErrors {
  private static let lines = Locked<Set<String>>([])

  static func add(_ thrown: ThrownError, inTest name: String?) {
    #if canImport(Glibc)
      let line = line(of: thrown, inTest: name)
      lines.withLock { _ = $0.insert(line) }
      _ = isRegistered
    #else
      // Xcode discards the attachments of tests that pass. No exit handler of the system learns how the run ended.
      let site = "\(thrown.site)".replacing(":", with: " line ")
      Attachment.record(thrown.text, named: "wait at \(site).txt")
    #endif
  }

  #if canImport(Glibc)
    private static let isRegistered: Void = {
      _ = on_exit(
        { status, _ in
          guard status != EXIT_SUCCESS else { return }
          let lines = ThrownErrors.lines.withLock { Array($0) }
          if let text = ThrownErrors.text(of: lines) { StandardError.print(text) }
        }, nil)
    }()
  #endif

  static func line(of thrown: ThrownError, inTest name: String?) -> String {
    let headline = thrown.description.prefix { $0 != "\n" }
    return "  \(thrown.site)  \(headline)" + (name.map { "  (in test \($0))" } ?? "")
  }

  /// The text that lists the waits, by file and line; nil when there are none.
  static func text(of lines: [String]) -> String? {
    guard !lines.isEmpty else { return nil }
    let headline =
      "Expectations: these waits threw an error that was delivered to them; Swift Testing shows it without this line"
    return ([headline] + Shortened.lines(lines.sortedForText { $0 < $1 })).joined(separator: "\n")
  }
}
