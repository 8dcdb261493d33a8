/// Walks copied stacks by the unwinding information of the loaded images.
///
/// It reads that information, and code, from the memory of the process. It follows only what it can check: a walk that
/// meets something unknown ends there and is not complete.
struct Unwinder {
  let images: ImageMap
  let memory: any MemorySource

  /// The most functions of one walk.
  static let limit = 256

  func walk(_ stack: CapturedStack) -> StackWalk {
    var walk = StackWalk()
    var registers = stack.registers
    var isAfterCall = false
    while let address = registers.programCounter, images.hasCode(at: address) {
      let frame = StackFrame(address: address, isAfterCall: isAfterCall)
      walk.frames.append(frame)
      guard walk.frames.count < Self.limit else { break }
      switch caller(of: frame, registers, stack) {
      case .frame(let next, let isCall):
        registers = next
        isAfterCall = isCall
      case .start:
        walk.isComplete = true
        return walk
      case .unknown: return walk
      }
    }
    return walk
  }

  private enum Caller {
    /// The registers in the calling function. An interrupted function is not after a call.
    case frame(Registers, isAfterCall: Bool)
    /// There is none: the function is the first of the thread.
    case start
    case unknown
  }

  private func caller(of frame: StackFrame, _ registers: Registers, _ stack: CapturedStack) -> Caller {
    switch find(frame.lookup) {
    case .function(let function): caller(in: function, at: frame.lookup, registers, stack)
    case .gap(let gap): caller(of: frame, in: gap, registers, stack)
    case .damaged: .unknown
    }
  }

  private func find(_ address: UInt64) -> FrameTable.Finding {
    guard let image = images.image(at: address) else { return .damaged }
    guard let table = image.frameHeader.flatMap({ FrameTable(at: $0, in: memory) }) else { return .gap(image.range) }
    return table.find(address, in: memory)
  }

  private func caller(
    in function: FunctionFrame, at address: UInt64, _ registers: Registers, _ stack: CapturedStack
  ) -> Caller {
    guard let rules = try? FrameProgram.rules(of: function, at: address),
      function.common.returnRegister == Registers.programCounter
    else { return .unknown }
    if rules[Registers.programCounter] == .lost { return .start }
    var step = FrameStep(rules: rules, registers: registers, stack: stack)
    if step.needsFramePointer {
      step.registers.framePointer = FramePointerSearch(calls: calls, stack: stack).framePointer(of: function, registers)
    }
    guard let next = step.caller(isSignalFrame: function.common.isSignalFrame) else { return .unknown }
    if next.programCounter == 0 { return .start }
    return .frame(next, isAfterCall: !function.common.isSignalFrame)
  }

  /// Unwinds a function without information.
  private func caller(
    of frame: StackFrame, in gap: Range<UInt64>, _ registers: Registers, _ stack: CapturedStack
  ) -> Caller {
    let function = UndescribedFunction(calls: calls, stack: stack)
    if let rules = function.rules(at: frame.lookup, in: gap, registers),
      let next = FrameStep(rules: rules, registers: registers, stack: stack).caller(isSignalFrame: false)
    {
      return .frame(next, isAfterCall: true)
    }
    // The innermost function, such as a stub of a linker, may not have changed the stack: then the word on top of the
    // stack is the address after its call.
    guard !frame.isAfterCall, let top = registers.stackPointer, let address = stack.word(at: top),
      calls.isReturnAddress(address)
    else { return .unknown }
    var next = registers
    next.stackPointer = top &+ 8
    next.programCounter = address
    return .frame(next, isAfterCall: true)
  }

  private var calls: CallTarget { CallTarget(images: images, memory: memory) }
}
