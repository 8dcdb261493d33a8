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

/// Finds the frame pointer of a function when only the stack pointer is known.
struct FramePointerSearch {
  let calls: CallTarget
  let stack: CapturedStack

  func framePointer(of function: FunctionFrame, _ registers: Registers) -> UInt64? {
    guard let top = registers.stackPointer else { return nil }
    let start = function.range.lowerBound
    let code = calls.memory.bytes(at: start, count: min(function.range.count, Self.limit))[...]
    guard let prologue = FramePrologue(code) else { return nil }
    let candidates = prologue.framePointerDistances.map { top &+ $0 }
    guard FramePrologue.hasVariableSize(code) else { return candidates.first(where: isFrame) }
    return candidates.first.flatMap { scan(from: $0, for: start) }
  }

  /// How many bytes of a function are searched for instructions that change the stack pointer.
  private static let limit = 1 << 16

  /// Whether the word above is an address after a call.
  private func isFrame(_ candidate: UInt64) -> Bool {
    stack.word(at: candidate &+ 8).map { calls.isReturnAddress($0) } ?? false
  }

  /// Searches upward for a frame that a call of exactly this function has made. An old frame of another function that
  /// is still in the memory does not match.
  private func scan(from nearest: UInt64, for start: UInt64) -> UInt64? {
    var candidate = nearest
    while let address = stack.word(at: candidate &+ 8) {
      if calls.isReturnAddress(address), calls.calls(start, before: address) { return candidate }
      candidate &+= 8
    }
    return nil
  }
}

/// Finds the function that was called at a place, which the stack alone does not tell: a function that ends with a call
/// of another one jumps there and leaves no frame.
struct CallTarget {
  let images: ImageMap
  let memory: any MemorySource

  /// Returns the address of the function that the call before `returnAddress` calls. Returns nil for a call through a
  /// register, such as that of a method of a class.
  func function(calledBefore returnAddress: UInt64) -> UInt64? {
    switch call(before: returnAddress) {
    case .direct(let distance): behindStub(returnAddress &+ UInt64(bitPattern: distance))
    case .throughWord(let distance): code(in: returnAddress &+ UInt64(bitPattern: distance))
    case .computed, nil: nil
    }
  }

  /// Whether a call before `returnAddress` calls the function that begins at `start`, maybe through functions that only
  /// jump to it: compilers make one function of two equal ones.
  func calls(_ start: UInt64, before returnAddress: UInt64) -> Bool {
    var target = function(calledBefore: returnAddress)
    for _ in 0..<4 {
      guard let address = target, address != start else { break }
      target = jump(at: address)
    }
    return target == start
  }

  /// Returns where a function jumps with its first instruction, or after it has only set up and removed a frame:
  /// `push rbp; mov rbp, rsp; pop rbp`.
  private func jump(at address: UInt64) -> UInt64? {
    let frame: [UInt8] = [0x55, 0x48, 0x89, 0xe5, 0x5d]
    let code = memory.bytes(at: address, count: frame.count + 5)
    let start = code.starts(with: frame) ? frame.count : 0
    var reader = ByteReader(Array(code.dropFirst(start)))
    guard (try? reader.u8()) == 0xe9, let distance = try? reader.u32() else { return nil }
    let end = address &+ UInt64(start) &+ 5
    return behindStub(end &+ UInt64(bitPattern: Int64(Int32(bitPattern: distance))))
  }

  /// Whether the address is in code and comes after a call, or a signal handler returns to it.
  func isReturnAddress(_ address: UInt64) -> Bool {
    guard images.hasCode(at: address) else { return false }
    return call(before: address) != nil || SignalReturn.isThere(memory.bytes(at: address, count: SignalReturn.length))
  }

  /// Whether the call before an address names what it calls, in itself or in a word of memory.
  func isDirect(before address: UInt64) -> Bool {
    switch call(before: address) {
    case .direct, .throughWord: true
    case .computed, nil: false
    }
  }

  private func call(before address: UInt64) -> CallInstruction? {
    let length = CallInstruction.length
    return CallInstruction(endOf: memory.bytes(at: address &- UInt64(length), count: length))
  }

  /// Follows the stub at an address, if there is one.
  private func behindStub(_ address: UInt64) -> UInt64? {
    guard images.hasCode(at: address) else { return nil }
    guard let stub = LinkageStub(memory.bytes(at: address, count: LinkageStub.length), at: address)
    else { return address }
    return code(in: stub.word)
  }

  /// Returns the word at an address if it is an address of code.
  private func code(in word: UInt64) -> UInt64? {
    memory.word(at: word).flatMap { images.hasCode(at: $0) ? $0 : nil }
  }
}
