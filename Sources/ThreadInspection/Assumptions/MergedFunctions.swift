/// Functions of which the compiler made one, so that the program no longer tells which one runs.
///
/// Assumption: the optimizer makes one function of several whose code is equal, which leaves the name and the lines of
/// one of them and no other trace. Of functions that differ in constants it makes one whose name ends with `Tm`. Long
/// functions are not equal. A linker that joins equal functions leaves several names at one address.
/// Check: the compiler notes in the debug information of each unit whether it optimized; `Tests/ThreadInspectionTests`
/// runs optimized, with functions that are equal.
/// If false: the text shows a line of another function.
/// Remove when: the debug information lists all functions that became one.
enum MergedFunctions {
  /// The shortest function in optimized code, in bytes, that is believed to have no equal.
  static let leastSize: UInt64 = 512

  /// The attribute of a unit that the compiler optimized.
  static let optimizedAttribute: UInt64 = 0x3fe1

  /// Whether a function may run in the place of another one.
  static func isPossible(_ symbol: SymbolTable.Symbol?, isOptimized: Bool) -> Bool {
    guard let symbol else { return isOptimized }
    return symbol.isShared || isOptimized && symbol.size < leastSize
      || symbol.name.prefix { $0 != "." }.hasSuffix("Tm")
  }
}
