/// The first instructions of a function, which tell where its frame is.
///
/// They are needed in two cases. The kernel does not tell the frame pointer of a sleeping thread, and a function may
/// find its frame with it, while no function that it called has saved it. And a function that cannot throw an exception
/// of C++ may have no unwinding information, such as many of optimized Swift code.
///
/// Assumption: a function begins with pushes of registers, maybe `mov rbp, rsp` after the first or `lea rbp, [rsp + 8]`
/// after the second, and subtracts a number from the stack pointer, as all compilers for x86_64 do; between calls the
/// stack pointer stays there.
/// Check: the computed place must hold an address after a call instruction. A function that takes a variable
/// amount of stack is recognized, and needs a call of exactly this function there.
/// If false: the stack ends at this function, and says that it is not complete.
/// Remove when: the kernel tells all registers of a sleeping thread to its own process, and compilers describe all
/// functions.
struct FramePrologue: Equatable, Sendable {
  /// The pushed registers, in order.
  var pushed: [Int] = []
  var hasFramePointer = false
  /// The number to which the stack pointer is rounded down.
  var alignment: UInt64 = 8
  /// The number that is subtracted from the stack pointer.
  var size: UInt64 = 0

  /// Returns nil when the instructions are cut.
  init?(_ code: ArraySlice<UInt8>) {
    var cursor = Cursor(code: code)
    cursor.skipAny([0xf3, 0x0f, 0x1e, 0xfa])
    // An asynchronous function marks its frame: `bts rbp, 60`.
    cursor.skipAny([0x48, 0x0f, 0xba, 0xed, 0x3c])
    while let register = cursor.push() {
      pushed.append(register)
      if pushed == [Registers.framePointer] {
        hasFramePointer = cursor.skip([0x48, 0x89, 0xe5]) || cursor.skip([0x48, 0x8b, 0xec])
      }
      // An asynchronous function saves its context, too, before it computes the frame pointer: `lea rbp, [rsp + 8]`.
      if pushed == [Registers.framePointer, 14], cursor.skip([0x48, 0x8d, 0x6c, 0x24, 0x08]) {
        hasFramePointer = true
      }
    }
    alignment = cursor.alignment()
    guard let size = cursor.subtraction() else { return nil }
    self.size = size
  }

  /// The distance from the stack pointer to the end of the frame, which is the address above the return address. Only
  /// for functions that do not align their stack.
  var frameSize: UInt64 { UInt64(pushed.count) * 8 + size + 8 }

  /// The distances from the stack pointer to the frame pointer that are possible: several when the function aligns its
  /// stack.
  var framePointerDistances: [UInt64] {
    guard hasFramePointer else { return [] }
    return stride(from: 0, to: alignment, by: 8).map { frameSize - 16 + $0 }
  }

  /// Whether a function takes a variable amount of stack: it has `mov rsp, register` or `sub rsp, register`. Bytes that
  /// only look like that are taken for it.
  static func hasVariableSize(_ code: ArraySlice<UInt8>) -> Bool {
    code.withUnsafeBufferPointer { code in
      for index in 0..<max(0, code.count - 2) where code[index] == 0x48 || code[index] == 0x4c {
        let isMoveOrSubtraction = code[index + 1] == 0x89 || code[index + 1] == 0x29
        if isMoveOrSubtraction, code[index + 2] & 0xc7 == 0xc4 { return true }
      }
      return false
    }
  }
}

extension FramePrologue {
  /// Decodes the few instructions that occur.
  private struct Cursor {
    var code: ArraySlice<UInt8>

    mutating func skip(_ bytes: [UInt8]) -> Bool {
      guard code.starts(with: bytes) else { return false }
      code = code.dropFirst(bytes.count)
      return true
    }

    mutating func skipAny(_ bytes: [UInt8]) { _ = skip(bytes) }

    /// The registers in the order of the processor, by their numbers in DWARF.
    private static let registers = [0, 2, 1, 3, 7, 6, 4, 5]

    /// Skips `push` of any register and returns the register.
    mutating func push() -> Int? {
      let isWide = code.first == 0x41
      guard let byte = code.dropFirst(isWide ? 1 : 0).first, (0x50...0x57).contains(byte) else { return nil }
      code = code.dropFirst(isWide ? 2 : 1)
      let number = Int(byte - 0x50)
      return isWide ? 8 + number : Self.registers[number]
    }

    /// Skips `and rsp, -n` and returns n, or 8 when there is none.
    mutating func alignment() -> UInt64 {
      guard skip([0x48, 0x83, 0xe4]), let byte = code.popFirst() else { return 8 }
      return UInt64(Int64(Int8(bitPattern: byte)).magnitude)
    }

    /// Skips `sub rsp, n` and returns n, or 0 when there is none. Returns nil when it is cut.
    mutating func subtraction() -> UInt64? {
      if skip([0x48, 0x83, 0xec]) { return code.popFirst().map { UInt64($0) } }
      guard skip([0x48, 0x81, 0xec]) else { return 0 }
      var reader = ByteReader(Array(code.prefix(4)))
      return (try? reader.u32()).map { UInt64($0) }
    }
  }
}
