/// Replaces every host in a scope, so that the library's own tests can check what it records without failing.
///
/// In a task, the host is a task-local value. Outside tasks, it is in thread-local storage, which tasks that start in
/// the scope do not see. Every new expectation reads it. Outside a task, a lookup that finds no task-local value takes
/// four times as long as one in thread-local storage.
enum HostOverride {
  @TaskLocal static var ofTask: (any TestHost)?

  private final class Note {
    let host: (any TestHost)?

    init(_ host: (any TestHost)?) {
      self.host = host
    }
  }

  private static let slot = ThreadSlot()

  // Unmanaged: the scope that sets the host retains it, and resets the slot before it ends. No other thread reads the
  // slot.
  static var ofThread: (any TestHost)? {
    guard let note = slot?.word else { return nil }
    return Unmanaged<Note>.fromOpaque(note).takeUnretainedValue().host
  }

  static var current: (any TestHost)? { RunningTask.exists ? ofTask : ofThread }

  static func withHost<Result>(_ host: (any TestHost)?, _ body: () throws -> Result) rethrows -> Result {
    guard !RunningTask.exists else { return try $ofTask.withValue(host, operation: body) }
    guard let slot else { fatalError("the process has no key left for what belongs to a thread") }
    let (note, outer) = (Note(host), slot.word)
    slot.word = Unmanaged.passUnretained(note).toOpaque()
    defer { withExtendedLifetime(note) { slot.word = outer } }
    return try body()
  }

  static func withHost<Result>(
    _ host: (any TestHost)?, isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await $ofTask.withValue(host, operation: body, isolation: isolation)
  }
}
