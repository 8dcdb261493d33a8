#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// Replaces every host for a scope: the library's own tests look at what it records, and fail nothing.
///
/// In a task it is a task-local value, and outside of one a note of the thread, which no task hears of that is started in
/// the scope: every expectation asks for it when it is
/// made, and where there is no task it is four times as long until a task-local value is found not to be there.
enum HostOverride {
  @TaskLocal static var ofTask: (any TestHost)?

  private final class Note {
    let host: (any TestHost)?

    init(_ host: (any TestHost)?) {
      self.host = host
    }
  }

  /// nil when a process has no keys left.
  private static let key: pthread_key_t? = {
    var key = pthread_key_t()
    return pthread_key_create(&key, nil) == 0 ? key : nil
  }()

  // Unmanaged: the scope that set the note keeps it, and takes it back before it ends. No other thread reads the slot.
  static var ofThread: (any TestHost)? {
    guard let key, let note = pthread_getspecific(key) else { return nil }
    return Unmanaged<Note>.fromOpaque(note).takeUnretainedValue().host
  }

  static var current: (any TestHost)? { RunningTask.exists ? ofTask : ofThread }

  static func withHost<Result>(_ host: (any TestHost)?, _ body: () throws -> Result) rethrows -> Result {
    guard !RunningTask.exists else { return try $ofTask.withValue(host, operation: body) }
    guard let key else { fatalError("the process has no key left for what belongs to a thread") }
    let (note, outer) = (Note(host), pthread_getspecific(key))
    pthread_setspecific(key, Unmanaged.passUnretained(note).toOpaque())
    defer { withExtendedLifetime(note) { _ = pthread_setspecific(key, outer) } }
    return try body()
  }

  static func withHost<Result>(
    _ host: (any TestHost)?, isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await $ofTask.withValue(host, operation: body, isolation: isolation)
  }
}
