/// What the files of the images say about one address.
struct CodePlace: Sendable, Equatable {
  /// The name of the function as the linker knows it.
  var symbol: String?
  /// Where the function begins, before relocation.
  var symbolStart: UInt64?
  /// The address itself, before relocation.
  var address: UInt64
  var line: LineTable.Line?
  var image: String
  /// Whether the image has debug information and is not a part of the system or the toolchain.
  var hasLines: Bool
  /// Whether the image is a part of the system or the toolchain.
  var isSystem: Bool
}

extension CodePlace {
  /// Whether the address is the first one of a function.
  var isStart: Bool { symbolStart == address }

  /// The closest line in the same function; nil when the compiler added all code before the address.
  var shownLine: LineTable.Line.Place? {
    guard let shown = line?.shown, shown.line > 0, shown.address >= symbolStart ?? 0 else { return nil }
    return shown
  }
}
