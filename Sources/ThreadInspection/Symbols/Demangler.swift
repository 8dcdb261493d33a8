import Foundation

/// Readable names of functions, such as `Cache.store(_:for:)`.
struct Demangler: Sendable {
  private let function: BacktraceDemangler?

  init(_ function: BacktraceDemangler? = .shared) {
    self.function = function
  }

  /// Returns nil when the name cannot be made readable.
  func name(_ mangled: String) -> String? {
    guard mangled.hasPrefix("$s") || mangled.hasPrefix("$S") || mangled.hasPrefix("_Z") else { return mangled }
    return function?.name(mangled).map(Self.withSwiftNames)
  }

  /// On Apple's systems, the types of Dispatch have the names of classes in Objective-C.
  private static let importedTypes = [
    "OS_dispatch_queue": "DispatchQueue", "OS_dispatch_group": "DispatchGroup",
    "OS_dispatch_semaphore": "DispatchSemaphore",
  ]

  /// Without the word that tells a function of a type.
  private static func withSwiftNames(_ text: String) -> String {
    let name = text.hasPrefix("static ") ? String(text.dropFirst("static ".count)) : text
    guard name.hasPrefix("OS_"), let dot = name.firstIndex(of: "."), let type = importedTypes[String(name[..<dot])]
    else { return name }
    return type + name[dot...]
  }

  /// The name without its parameters' labels and the words that the compiler adds, for a type.
  func typeName(_ mangled: String) -> String? {
    guard let name = name(mangled), let range = name.range(of: " for ") else { return nil }
    return String(name[range.upperBound...])
  }
}

extension StringProtocol {
  /// Whether a text occurs, byte by byte.
  func contains(text: String) -> Bool {
    withCString { own in text.withCString { strstr(own, $0) != nil } }
  }

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
