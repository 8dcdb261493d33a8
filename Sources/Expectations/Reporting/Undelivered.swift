#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// Failures that are on their way to a test, or came after it. A run that ends before they arrive must still fail: they
/// are printed, and the process exits with 1.
enum Undelivered {
  /// A problem on its way.
  struct Letter: Sendable {
    fileprivate var number: Int
    var problem: Problem
  }

  private struct State {
    var letters: [Int: Problem] = [:]
    var sent = 0
  }

  private static let state = Locked(State())

  @discardableResult
  static func add(_ problem: Problem) -> Letter {
    let letter = state.withLock { state in
      state.sent += 1
      state.letters[state.sent] = problem
      return Letter(number: state.sent, problem: problem)
    }
    if letter.number == 1 { atexit { Undelivered.settle() } }
    return letter
  }

  /// It has arrived.
  static func remove(_ letter: Letter) {
    state.withLock { $0.letters[letter.number] = nil }
  }

  private static func settle() {
    let left = state.withLock { $0.letters.sorted { $0.key < $1.key }.map(\.value) }
    for problem in left { ConsoleHost().record(problem) }
    guard left.contains(where: { $0.severity == .failure }) else { return }
    fflush(nil)
    _exit(EXIT_FAILURE)
  }
}
