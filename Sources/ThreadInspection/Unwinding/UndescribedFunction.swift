/// Makes the rules of a function without unwinding information from its first instructions.
///
/// The beginning of the function is not known either. It lies between the functions around it that are described, and
/// is accepted when its frame ends with an address after a call of exactly this beginning, or after a call through a
/// register.
struct UndescribedFunction {
  let calls: CallTarget
  let stack: CapturedStack

  /// How far back from an address the beginning of its function may be.
  private static let limit: UInt64 = 1 << 14
  /// Compilers begin functions at multiples of this.
  private static let alignment: UInt64 = 16

  /// Returns the rules at an address in a function that has called another, or nil when no beginning fits.
  ///
  /// - Parameter gap: The addresses between the functions that are described.
  func rules(at address: UInt64, in gap: Range<UInt64>, _ registers: Registers) -> FrameRules? {
    let first = max(gap.lowerBound, address > Self.limit ? address - Self.limit : 0)
    guard let top = registers.stackPointer, first <= address else { return nil }
    let code = calls.memory.bytes(at: first, count: Int(address - first))
    var start = address & ~(Self.alignment - 1)
    while start >= first, start >= Self.alignment, start - first < UInt64(code.count) {
      if let prologue = FramePrologue(code[Int(start - first)...]), fits(prologue, top, start) {
        return rules(prologue)
      }
      start -= Self.alignment
    }
    return nil
  }

  /// Whether the frame of a function that begins so ends with an address to which a call of it returns.
  private func fits(_ prologue: FramePrologue, _ top: UInt64, _ start: UInt64) -> Bool {
    // The stack is a multiple of 16 at each call, so the frame is one, too.
    guard prologue.alignment == 8, prologue.frameSize % 16 == 0,
      let address = stack.word(at: top &+ prologue.frameSize &- 8), calls.isReturnAddress(address)
    else { return false }
    return calls.isDirect(before: address) ? calls.calls(start, before: address) : true
  }

  private func rules(_ prologue: FramePrologue) -> FrameRules {
    var rules = FrameRules()
    rules.frame = .register(Registers.stackPointer, offset: Int64(prologue.frameSize))
    for (index, number) in prologue.pushed.enumerated() where Registers.isPreserved(number) {
      rules[number] = .saved(offset: -16 - 8 * Int64(index))
    }
    rules[Registers.programCounter] = .saved(offset: -8)
    return rules
  }
}
