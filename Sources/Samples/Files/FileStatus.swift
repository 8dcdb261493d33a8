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
}
