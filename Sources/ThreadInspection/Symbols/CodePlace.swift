/// What the files of the images say about one address.
struct CodePlace: Sendable, Equatable {
  var function: SymbolTable.Symbol?
  /// The address itself, before relocation.
  var address: UInt64
  var line: LineTable.Line?
  /// Whether the compiler optimized the code.
  var isOptimized = false
  /// Whether there was time to look for the line.
  var isLineRead = true
  var image: String
  /// Whether the image has debug information and is not a part of the system or the toolchain.
  var hasLines: Bool
  /// Whether the image is a part of the system or the toolchain.
  var isSystem: Bool
}

extension CodePlace {
  /// The name of the function as the linker knows it.
  var symbol: String? { function?.name }

  /// Whether the address is the first one of a function.
  var isStart: Bool { function?.start == address }

  /// Whether the code may be that of another function, too.
  var isMerged: Bool { MergedFunctions.isPossible(function, isOptimized: isOptimized) }

  /// The line, if it is certain. For code that the compiler added it is the closest one before it in the same function,
  /// unless the compiler has moved code.
  var shownLine: LineTable.Line.Place? {
    guard let line, !isMerged, !isOptimized || line.number > 0 else { return nil }
    return closestLine
  }

  /// The file, if it is certain.
  var shownFile: String? { closestLine?.path }

  private var closestLine: LineTable.Line.Place? {
    guard let shown = line?.shown, shown.line > 0, shown.address >= function?.start ?? 0 else { return nil }
    return shown
  }
}
