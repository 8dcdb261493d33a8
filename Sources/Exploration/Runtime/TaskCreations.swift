/// Tells whether the code that makes a task is in the file of the test.
struct TaskCreations {
  private let file: String
  /// The code at an address.
  private enum Code {
    case withoutLines
    case ofLibrary
    case file(String?)
  }

  private var codes: [UInt: Code] = [:]

  init(in file: String) { self.file = file }

  /// What notes the task is on each stack, and makes none.
  private static func code(_ place: CodePlace) -> Code {
    if place.isOfExplorationsRuntime { return .withoutLines }
    return place.isOfLibrary ? .ofLibrary : .file(place.path)
  }

  /// Returns nil if that is not known, because no code has lines.
  ///
  /// - Parameter addresses: The functions that make the task, the innermost first.
  mutating func isOfTest(_ addresses: [UInt]) -> Bool? {
    let new = Set(addresses.filter { codes[$0] == nil })
    if !new.isEmpty {
      let places = CodeSymbols.places(of: new)
      for address in new {
        codes[address] = places[address].map(Self.code) ?? .withoutLines
      }
    }
    var isOfLibrary = false
    for address in addresses {
      switch codes[address] {
      case .file(let path?): return path == file
      case .ofLibrary: isOfLibrary = true
      case .file(nil), .withoutLines, nil: break
      }
    }
    return isOfLibrary ? false : nil
  }
}
