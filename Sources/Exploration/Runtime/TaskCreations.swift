/// Tells whether the code that makes a task is in the file of the test.
struct TaskCreations {
  private let file: String
  /// The file of the code at an address; nil for code without lines.
  private var files: [UInt: String?] = [:]

  init(in file: String) { self.file = file }

  /// Returns nil if that is not known, because no code has lines.
  ///
  /// - Parameter addresses: The functions that make the task, the innermost first.
  mutating func isOfTest(_ addresses: [UInt]) -> Bool? {
    let new = Set(addresses.filter { files[$0] == nil })
    if !new.isEmpty {
      let places = CodeSymbols.places(of: new)
      for address in new { files[address] = .some(places[address].flatMap { $0.isOfLibrary ? nil : $0.path }) }
    }
    for address in addresses {
      if let known = files[address], let maker = known { return maker == file }
    }
    return nil
  }
}
