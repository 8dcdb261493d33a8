/// The libraries of the system and the toolchain.
///
/// Assumption: they lie in these folders or, beside a program that was moved to another machine, have these names, and
/// no code of a tester does.
/// Check: a test of this module finds no other images in its process than its own and the program.
/// If false: a frame of the toolchain is taken for the tester's only if its source file exists here, too; a tester's
/// library in such a folder has no lines.
/// Remove when: never.
enum SystemImage {
  private static let folders = ["/usr/lib", "/lib", "[", "/System/", "/Library/Developer/"]
  private static let parts = [
    "/lib/swift/", "/Contents/Developer/", ".simruntime/", "/XCTest.framework/", "/Testing.framework/",
  ]
  private static let names = [
    "libswift", "libFoundation", "lib_Foundation", "libTesting", "lib_Testing", "libXCTest", "libdispatch",
    "libBlocksRuntime", "libc.so", "libm.so", "libstdc++", "libgcc_s", "ld-linux", "ld-musl",
  ]

  static func contains(_ path: String) -> Bool {
    if folders.contains(where: path.hasPrefix) || parts.contains(where: path.contains(text:)) {
      return true
    }
    guard let slash = path.lastIndex(of: "/") else { return false }
    let name = path[path.index(after: slash)...]
    return names.contains(where: name.hasPrefix)
  }
}
