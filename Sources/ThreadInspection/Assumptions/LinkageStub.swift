/// The stub of a linker through which a program calls a function of another library.
///
/// Assumption: it jumps through a word that the loader fills: `jmp [rip + n]`, maybe after `endbr64` or with a `bnd`
/// prefix.
/// Check: the word must hold the address of code in another image.
/// If false: the called function has no name, or that of the stub.
/// Remove when: never; other stubs are named by their symbols.
struct LinkageStub: Equatable, Sendable {
  /// The address of the word.
  var word: UInt64

  /// The number of bytes that suffice to decode it.
  static let length = 16

  init?(_ code: [UInt8], at address: UInt64) {
    var start = 0
    if code.starts(with: [0xf3, 0x0f, 0x1e, 0xfa]) { start = 4 }
    if code.count > start, code[start] == 0xf2 { start += 1 }
    guard code.count >= start + 6, code[start] == 0xff, code[start + 1] == 0x25 else { return nil }
    let distance = code.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: start + 2, as: Int32.self) }
    word = address &+ UInt64(start + 6) &+ UInt64(bitPattern: Int64(distance))
  }
}
