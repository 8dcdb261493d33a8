/// The properties of a file that matter for reading and replacing it.
struct FileStatus: Equatable, Sendable {
  enum Kind: Equatable, Sendable {
    case regular
    case folder
    case link
    /// A device, a pipe or a socket.
    case special
  }

  var kind: Kind
  /// The permissions to read, write, and execute: the lowest nine bits of the mode.
  var permissions: UInt32
  /// The size in bytes.
  var size: Int64
  var version: FileVersion
}

/// Identifies a version of a file. A replaced file has another number, and a written file has another time. The only
/// change that goes unnoticed is a write within the same tick of the volume's clock that keeps the size.
struct FileVersion: Equatable, Sendable {
  var volume: UInt64
  var number: UInt64
  var size: Int64
  /// The time of the last write to its content.
  var seconds: Int64
  var nanoseconds: Int64
}
