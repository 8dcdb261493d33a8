/// Replaces every host for a scope: the library's own tests look at what it records, and fail nothing.
///
/// In a task it is a task-local value, and outside of one a note of the thread, which no task hears of that is started
/// in the scope. Every expectation asks for it when it is made, and where there is no task it is four times as long
/// until a task-local value is found not to be there.
enum HostOverride {
  @TaskLocal static var ofTask: (any TestHost)?

  private final class Note {
    let host: (any TestHost)?

    init(_ host: (any TestHost)?) {
      self.host = host
    }
  }

  private static let slot = ThreadSlot()

  // Unmanaged: the scope that set the note keeps it, and takes it back before it ends. No other thread reads the slot.
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
