/// What the kernel tells about a thread in `/proc/self/task/N/syscall`.
///
/// Assumption: the file is `running`, or the number of the system call, its six arguments, the stack pointer and the
/// program counter, or `-1` and both pointers. The program counter lies after the instruction of the call.
/// Check: the text has one of these forms, and a program counter in code of an image.
/// If false: the thread "could not be read".
/// Remove when: never; the manual of `proc` describes the file.
enum SystemCallLine: Equatable, Sendable {
  case running
  case sleeping(SystemCall?, stackPointer: UInt64, programCounter: UInt64)

  init?(_ text: String) {
    if text == "running" {
      self = .running
      return
    }
    let parts = text.split(separator: " ")
    guard let first = parts.first, let number = Int(first) else { return nil }
    let values = parts.dropFirst().compactMap { $0.hasPrefix("0x") ? UInt64($0.dropFirst(2), radix: 16) : nil }
    guard values.count == (number < 0 ? 2 : 8), parts.count == values.count + 1 else { return nil }
    let call = number < 0 ? nil : SystemCall(number: number, arguments: Array(values.prefix(6)))
    self = .sleeping(call, stackPointer: values[values.count - 2], programCounter: values[values.count - 1])
  }
}
