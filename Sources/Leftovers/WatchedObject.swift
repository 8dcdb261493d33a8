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
        "\(description) is released", equals: released, timeout: timeout, fileID: site.fileID,
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
        "\(description) is released", equals: released, timeout: timeout, fileID: site.fileID,
        filePath: site.filePath, line: site.line, column: site.column
      ) { holders }
      return true
    } catch {
      return false
    }
  }

  /// What holds the object now.
  private var holders: Holders {
    guard let references else { return Holders(.none) }
    #if os(Linux)
      return Holders(.strong(Int(references) - Self.own))
    #else
      return Holders(.some)
    #endif
  }

  /// The failure shows it as the expected value, and with it what of the library keeps the object.
  private var released: Holders {
    Holders(.none) { self.object.map { Living.lines(keeping: $0) } ?? [] }
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
private struct Holders: Equatable, CustomStringConvertible {
  enum Number: Equatable {
    case none
    case strong(Int)
    /// Their number is not known.
    case some
  }

  let number: Number
  private let remarks: () -> [String]

  init(_ number: Number, remarks: @escaping () -> [String] = { [] }) { (self.number, self.remarks) = (number, remarks) }

  static func == (one: Self, other: Self) -> Bool { one.number == other.number }

  var description: String { ([name] + remarks()).joined(separator: "\n  ") }

  private var name: String {
    switch number {
    case .none: "released"
    case .strong(1): "held by 1 strong reference"
    case .strong(let number): "held by \(number) strong references"
    case .some: "held"
    }
  }
}
