import Foundation

/// Variables and functions of the Swift runtime that it exports for debuggers.
///
/// Assumption: the loader knows them by name.
/// Check: every caller checks the value that it finds.
/// If false: what depends on the name is left out.
/// Remove when: the runtime declares them in a module.
enum RuntimeSymbol {
  static func address(_ name: String) -> UInt64? {
    dlsym(nil, name).map { UInt64(UInt(bitPattern: $0)) }
  }
}
