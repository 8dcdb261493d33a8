import Foundation

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

  /// Whether the code is that of another function, too, so that nothing tells which one runs: several names have one
  /// address, or the compiler made one function of several that differ in constants, whose name then ends with `Tm`.
  var isMerged: Bool {
    guard let function else { return false }
    return function.isShared || function.name.prefix { $0 != "." }.hasSuffix("Tm")
  }

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

/// Readable names of functions, such as `Cache.store(_:for:)`.
struct Demangler: Sendable {
  private let function: BacktraceDemangler?

  init(_ function: BacktraceDemangler? = .shared) {
    self.function = function
  }

  /// Returns nil when the name cannot be made readable.
  func name(_ mangled: String) -> String? {
    guard mangled.hasPrefix("$s") || mangled.hasPrefix("$S") || mangled.hasPrefix("_Z") else { return mangled }
    // Without the word that tells a function of a type.
    return function?.name(mangled).map { $0.hasPrefix("static ") ? String($0.dropFirst("static ".count)) : $0 }
  }

  /// The name without its parameters' labels and the words that the compiler adds, for a type.
  func typeName(_ mangled: String) -> String? {
    guard let name = name(mangled), let range = name.firstRange(of: " for ") else { return nil }
    return String(name[range.upperBound...])
  }
}

extension StringProtocol {
  /// Whether a text occurs, byte by byte.
  func contains(text: String) -> Bool {
    withCString { own in text.withCString { strstr(own, $0) != nil } }
  }
}
