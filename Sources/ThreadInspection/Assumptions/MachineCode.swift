/// The call instructions of x86_64, recognized by the bytes before the address to which they return.
///
/// Assumption: the bytes before a return address are those of a call: `e8` with a distance, or `ff` with a register
/// or a memory operand. Other instructions can end with the same bytes, so a match does not prove a call.
/// Check: a direct target must be code of an image.
/// If false: an address is not accepted where it must be checked, and the called function has no name.
/// Remove when: never; this is the processor's manual.
enum CallInstruction: Equatable, Sendable {
  /// Calls the address at this distance from the return address.
  case direct(Int64)
  /// Calls the address in the word at this distance from the return address.
  case throughWord(Int64)
  /// Calls an address in a register, or in memory that a register points to.
  case computed

  /// The number of bytes before the return address that suffice.
  static let length = 8

  /// Decodes the call that ends with the last byte. Returns nil when no call does.
  init?(endOf bytes: [UInt8]) {
    guard bytes.count == Self.length else { return nil }
    if bytes[3] == 0xe8 {
      self = .direct(Self.distance(bytes))
    } else if bytes[2] == 0xff, bytes[3] == 0x15 {
      self = .throughWord(Self.distance(bytes))
    } else if (2...7).contains(where: { Self.isComputedCall(bytes.suffix($0)) }) {
      self = .computed
    } else {
      return nil
    }
  }

  private static func distance(_ bytes: [UInt8]) -> Int64 {
    bytes.withUnsafeBytes { Int64(Int32(littleEndian: $0.loadUnaligned(fromByteOffset: 4, as: Int32.self))) }
  }

  /// Whether the bytes are exactly one `call` with a register or memory operand.
  private static func isComputedCall(_ bytes: ArraySlice<UInt8>) -> Bool {
    let bytes = Array(bytes)
    guard bytes[0] == 0xff, bytes[1] & 0x38 == 0x10 else { return false }
    let mode = bytes[1] >> 6
    let operand = bytes[1] & 7
    guard mode != 3 else { return bytes.count == 2 }
    var length = operand == 4 ? 3 : 2
    if mode == 1 { length += 1 }
    let hasWideDistance =
      mode == 2 || (mode == 0 && (operand == 5 || (operand == 4 && bytes.count > 2 && bytes[2] & 7 == 5)))
    if hasWideDistance { length += 4 }
    return bytes.count == length
  }
}

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

/// The memory below the stack pointer that a function may use without moving it.
///
/// Assumption: 128 bytes, as the calling convention of x86_64 says.
/// Check: none is needed: more or fewer bytes are copied.
/// If false: a value that a function has saved there is not found, and the stack ends at that function.
/// Remove when: never.
enum RedZone {
  static let size: UInt64 = 128
}
