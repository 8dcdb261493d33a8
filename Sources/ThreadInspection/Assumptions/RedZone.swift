/// The memory below the stack pointer that a function may use without moving it.
///
/// Assumption: 128 bytes, as the calling convention of x86_64 says.
/// Check: none is needed: more or fewer bytes are copied.
/// If false: a value that a function has saved there is not found, and the stack ends at that function.
/// Remove when: never.
enum RedZone {
  static let size: UInt64 = 128
}
