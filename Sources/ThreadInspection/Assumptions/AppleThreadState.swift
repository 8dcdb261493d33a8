/// The registers of a thread of Apple's systems, as `thread_get_state` gives them.
///
/// Assumption: the flavors, the sizes and the order of the registers are those of `<mach/i386/thread_status.h>` and
/// `<mach/arm/thread_status.h>`, whose structures Swift does not import everywhere.
/// Check: the kernel must fill the whole state, and the program counter must lie in code.
/// If false: the thread "could not be read".
/// Remove when: the structures can be used in Swift on all of Apple's systems.
struct AppleThreadState: Equatable, Sendable {
  /// The number of the flavor, and of its words of 4 bytes.
  var flavor: Int32
  var count: UInt32
  /// The places of the registers, counted in words of 8 bytes.
  var framePointer: Int
  var stackPointer: Int
  var programCounter: Int
  /// The register with the address to which a function returns that has called no other; nil when that address is on
  /// the stack.
  var link: Int?

  static let intel = AppleThreadState(flavor: 4, count: 42, framePointer: 6, stackPointer: 7, programCounter: 16)
  static let arm = AppleThreadState(
    flavor: 6, count: 68, framePointer: 29, stackPointer: 31, programCounter: 32, link: 30)

  #if arch(arm64)
    static let present = arm
  #else
    static let present = intel
  #endif

  /// The three registers that a walk needs, from the words of a state.
  func registers(_ word: (Int) -> UInt64) -> Registers {
    var registers = Registers()
    registers.framePointer = word(framePointer) & FrameRecordWalk.addressBits
    registers.stackPointer = word(stackPointer)
    registers.programCounter = word(programCounter) & FrameRecordWalk.addressBits
    return registers
  }
}
