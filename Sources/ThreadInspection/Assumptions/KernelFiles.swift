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

/// How long and how often a thread has run. Two equal values mean that it has not run in between: it stood there.
///
/// Assumption: `/proc/self/task/N/schedstat` has three numbers, of which the first and the last grow when the
/// thread runs, and the second when it has waited for a processor.
/// Check: the file has three numbers.
/// If false: the thread "could not be read", because a stack that changes while it is read is no stack.
/// Remove when: never; the documentation of the kernel describes the file.
package struct ScheduleCounters: Equatable, Sendable {
  /// The time that it has run, in nanoseconds.
  package var running: UInt64
  /// The time that it has waited for a processor, in nanoseconds.
  package var delayed: UInt64
  /// How often it was made to run.
  package var turns: UInt64

  init?(_ text: String) {
    let numbers = text.split(separator: " ").compactMap { UInt64($0) }
    guard numbers.count == 3 else { return nil }
    (running, delayed, turns) = (numbers[0], numbers[1], numbers[2])
  }
}

/// The libraries of the system and the toolchain.
///
/// Assumption: they lie in these folders or, beside a program that was moved to another machine, have these names, and
/// none of your code does.
/// Check: a test of this module finds no other images in its process than its own and the program.
/// If false: a frame of the toolchain is taken for yours only if its source file exists here, too; your own
/// library in such a folder has no lines.
/// Remove when: never.
enum SystemImage {
  private static let folders = ["/usr/lib", "/lib", "["]
  private static let names = [
    "libswift", "libFoundation", "lib_Foundation", "libTesting", "lib_Testing", "libXCTest", "libdispatch",
    "libBlocksRuntime", "libc.so", "libm.so", "libstdc++", "libgcc_s", "ld-linux", "ld-musl",
  ]

  static func contains(_ path: String) -> Bool {
    if folders.contains(where: path.hasPrefix) || path.contains(text: "/lib/swift/") { return true }
    guard let slash = path.lastIndex(of: "/") else { return false }
    let name = path[path.index(after: slash)...]
    return names.contains(where: name.hasPrefix)
  }
}
