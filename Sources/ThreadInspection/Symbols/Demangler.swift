/// Readable names of functions, such as `Cache.store(_:for:)`.
struct Demangler: Sendable {
  private let function: BacktraceDemangler?

  init(_ function: BacktraceDemangler? = .shared) {
    self.function = function
  }

  /// Returns nil when the name cannot be made readable.
  func name(_ mangled: String) -> String? {
    guard mangled.hasPrefix("$s") || mangled.hasPrefix("$S") || mangled.hasPrefix("_Z") else { return mangled }
    return function?.name(mangled)
  }

  /// The name without its parameters' labels and the words that the compiler adds, for a type.
  func typeName(_ mangled: String) -> String? {
    guard let name = name(mangled), let range = name.range(of: " for ") else { return nil }
    return String(name[range.upperBound...])
  }
}

extension StringProtocol {
  /// The first place of a text.
  func range(of text: String) -> Range<Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(text) { return start..<index(start, offsetBy: text.count) }
      start = index(after: start)
    }
    return nil
  }
}
