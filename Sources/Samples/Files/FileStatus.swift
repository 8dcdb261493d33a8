/// What a file is, as far as reading and replacing it goes.
struct FileStatus: Equatable, Sendable {
  enum Kind: Equatable, Sendable {
    case regular
    case folder
    case link
    /// A device, a pipe or a socket.
    case special
  }

  var kind: Kind
  /// Who may read, write and execute: the lowest nine bits of the mode.
  var permissions: UInt32
  /// In bytes.
  var size: Int64
  var version: FileVersion
}

/// Tells a file from what it was before and from another in its place: one that was replaced has another number, one
/// that was written has another time. Only a write within the same tick of the volume's clock that keeps the size
/// escapes it.
struct FileVersion: Equatable, Sendable {
  var volume: UInt64
  var number: UInt64
  var size: Int64
  /// When its content was written last.
  var seconds: Int64
  var nanoseconds: Int64
}
