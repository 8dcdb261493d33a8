/// The bit that asynchronous Swift functions set in the frame pointer that they save.
///
/// Assumption: it is bit 60 (`bts rbp, 60` before `push rbp`), and an address of a program never has it.
/// Check: none is needed: the bit is removed only where the rest can be an address of a program.
/// If false: the caller's frame is not found, and the stack ends there, not complete.
/// Remove when: unwinding information of asynchronous functions describes the mark.
enum AsyncFrameMark {
  static func removed(from framePointer: UInt64) -> UInt64 {
    let plain = framePointer & ~(1 << 60)
    return plain < 1 << 47 ? plain : framePointer
  }
}
