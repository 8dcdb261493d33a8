import Expectations

/// An object that should go.
final class WatchedObject {
  private weak var object: AnyObject?

  init(_ object: AnyObject?) { self.object = object }

  func isReleased(
    _ description: String, timeout: Duration?, at site: CallSite, isolation: isolated (any Actor)? = #isolation
  ) async -> Bool {
    do {
      try await eventually(
        "\(description) is released", equals: Holders.none, timeout: timeout, fileID: site.fileID,
        filePath: site.filePath, line: site.line, column: site.column
      ) { holders }
      return true
    } catch {
      return false
    }
  }

  func isReleased(_ description: String, timeout: Duration?, at site: CallSite) -> Bool {
    do {
      try eventually(
        "\(description) is released", equals: Holders.none, timeout: timeout, fileID: site.fileID,
        filePath: site.filePath, line: site.line, column: site.column
      ) { holders }
      return true
    } catch {
      return false
    }
  }

  /// What holds the object now.
  var holders: Holders {
    guard let references else { return .none }
    #if os(Linux)
      return .strong(Int(references) - Self.own)
    #else
      return .some
    #endif
  }

  /// How many strong references there are, with those that counting takes.
  ///
  /// Assumption: `_getRetainCount` returns the number of strong references, and each call of this function takes
  /// equally many itself.
  /// Check: `ExpectReleasedTests`, with objects that several references hold.
  /// If false: the failure text has a wrong number.
  /// Remove when: the standard library can count references.
  @inline(never)
  private final var references: UInt? { object.map { _getRetainCount($0) } }

  /// The references that counting takes, and those of an object that nothing holds.
  private static let own: Int = {
    final class Sample {}
    let samples = [Sample()]
    // One is that of the array.
    return withExtendedLifetime(samples) { Int(WatchedObject(samples[0]).references ?? 1) - 1 }
  }()
}

/// What holds an object, as a failure shows it.
enum Holders: Equatable, CustomStringConvertible {
  case none
  case strong(Int)
  /// Their number is not known.
  case some

  var description: String {
    switch self {
    case .none: "released"
    case .strong(1): "held by 1 strong reference"
    case .strong(let number): "held by \(number) strong references"
    case .some: "held"
    }
  }
}
