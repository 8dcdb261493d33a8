import Foundation

/// The writer of a temporary file. The file's name identifies it, so that an abandoned file can be told from one in
/// use.
struct TemporaryOwner: Equatable, Sendable {
  let process: Int32
  /// Distinguishes this process from an earlier one with the same number.
  let token: String
  /// Distinguishes the writers within one process; each writes one file at a time.
  let writer: Int

  /// Creates an owner that differs from every other owner.
  static func unique() -> TemporaryOwner {
    let writer = writers.withLock { count in
      count += 1
      return count
    }
    return TemporaryOwner(process: getpid(), token: processToken, writer: writer)
  }

  private static let processToken = String(UInt32.random(in: .min ... .max), radix: 16)
  private static let writers = Locked(0)

  /// The name of this owner's temporary file for a file called `target`. Its length is fixed, because `target` may
  /// already have the maximum length.
  func temporaryName(for target: String) -> String {
    Self.prefix(for: target) + "\(process)-\(token)-\(writer)"
  }

  /// Returns the owner of a temporary file for `target`; nil if `name` is not the name of such a file.
  static func owner(of name: String, for target: String) -> TemporaryOwner? {
    let prefix = prefix(for: target)
    guard name.hasPrefix(prefix) else { return nil }
    let parts = name.dropFirst(prefix.count).split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, let process = Int32(parts[0]), process > 0, let writer = Int(parts[2]) else { return nil }
    return TemporaryOwner(process: process, token: String(parts[1]), writer: writer)
  }

  /// Returns whether the file of `other` has no writer left. This owner asks before it writes its own file.
  func outlives(_ other: TemporaryOwner, in fileSystem: some FileSystem) -> Bool {
    if other.process != process { return !fileSystem.isRunning(process: other.process) }
    return other.token != token || other.writer == writer
  }

  private static func prefix(for target: String) -> String {
    // FNV-1a is the same in every process, unlike Swift's own hash.
    let hash = target.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    return ".saving-" + String(hash, radix: 16) + "-"
  }
}
