/// The libraries of the system and the toolchain.
///
/// Assumption: they lie in these folders, and no code of a tester does.
/// Check: none.
/// If false: a frame of the toolchain is taken for the tester's only if its source file exists here, too; a tester's
/// library in such a folder has no lines.
/// Remove when: never.
enum SystemImage {
  static func contains(_ path: String) -> Bool {
    path.hasPrefix("/usr/lib") || path.hasPrefix("/lib") || path.hasPrefix("[") || path.range(of: "/lib/swift/") != nil
  }
}
