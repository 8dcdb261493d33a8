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

/// Computes the registers of a caller from those of the function that it called, by the rules at one address.
struct FrameStep {
  let rules: FrameRules
  var registers: Registers
  let stack: CapturedStack

  /// Whether the rules need a frame pointer that is not known.
  var needsFramePointer: Bool {
    guard case .register(Registers.framePointer, _) = rules.frame else { return false }
    return registers.framePointer == nil
  }

  /// Returns nil when something is not known, or when the frame does not lie above that of the called function.
  func caller(isSignalFrame: Bool) -> Registers? {
    guard let frame = frameAddress, let top = registers.stackPointer, isSignalFrame || frame > top else { return nil }
    var caller = Registers()
    for number in 0..<Registers.count { caller[number] = value(of: number, frame) }
    if case .unspecified = rules[Registers.stackPointer] { caller.stackPointer = frame }
    caller.framePointer = caller.framePointer.map { AsyncFrameMark.removed(from: $0) }
    return caller.programCounter == nil ? nil : caller
  }

  private var frameAddress: UInt64? {
    switch rules.frame {
    case .unknown: nil
    case .register(let number, let offset): registers[number].map { $0 &+ UInt64(bitPattern: offset) }
    case .expression(let bytes): evaluate(bytes, first: nil)
    }
  }

  /// The caller's value of a register.
  private func value(of number: Int, _ frame: UInt64) -> UInt64? {
    switch rules[number] {
    case .unspecified: Registers.isPreserved(number) ? registers[number] : nil
    case .lost: nil
    case .unchanged: registers[number]
    case .saved(let offset): stack.word(at: frame &+ UInt64(bitPattern: offset))
    case .equals(let offset): frame &+ UInt64(bitPattern: offset)
    case .inRegister(let other): registers[other]
    case .savedAtExpression(let bytes): evaluate(bytes, first: frame).flatMap { stack.word(at: $0) }
    case .equalsExpression(let bytes): evaluate(bytes, first: frame)
    }
  }

  private func evaluate(_ bytes: [UInt8], first: UInt64?) -> UInt64? {
    var expression = FrameExpression(registers, word: stack.word)
    return try? expression.value(of: bytes, first: first)
  }
}

/// The functions on a stack, the innermost first.
struct StackWalk: Equatable, Sendable {
  var frames: [StackFrame] = []
  /// Whether the last frame is the first function of the thread. Otherwise the rest is not known.
  var isComplete = false
}

/// One function on a stack.
struct StackFrame: Equatable, Sendable {
  /// Where it continues, or, for the innermost one, where it is.
  var address: UInt64
  /// Whether it has called the function before it, so that `address` is the one after the call.
  var isAfterCall: Bool

  /// An address inside of the instruction that runs: names and lines are looked up there.
  var lookup: UInt64 { isAfterCall ? address &- 1 : address }
}

/// The registers of a thread and a copy of the innermost part of its stack, both of the same moment.
struct CapturedStack: Equatable, Sendable {
  var registers: Registers
  /// The address of the first byte.
  var address: UInt64
  var bytes: [UInt8]

  /// How much of each stack is copied. The thread on which Foundation waits for sockets and processes has 36 KB.
  static let limit = 64 << 10

  var range: Range<UInt64> { address..<address.advanced(by: bytes.count) }

  /// The word at an address, or nil when it was not copied.
  func word(at address: UInt64) -> UInt64? {
    guard address >= self.address, address - self.address <= UInt64(max(0, bytes.count - 8)), bytes.count >= 8
    else { return nil }
    let index = Int(address - self.address)
    return bytes.withUnsafeBytes { UInt64(littleEndian: $0.loadUnaligned(fromByteOffset: index, as: UInt64.self)) }
  }
}

/// The registers of a thread by their numbers in DWARF for x86_64. A register whose value is not known is nil.
struct Registers: Equatable, Sendable {
  static let count = 17
  static let framePointer = 6
  static let stackPointer = 7
  static let programCounter = 16

  private var values = [UInt64?](repeating: nil, count: count)

  subscript(number: Int) -> UInt64? {
    get { values.indices.contains(number) ? values[number] : nil }
    set { if values.indices.contains(number) { values[number] = newValue } }
  }

  var framePointer: UInt64? {
    get { self[Self.framePointer] }
    set { self[Self.framePointer] = newValue }
  }

  var stackPointer: UInt64? {
    get { self[Self.stackPointer] }
    set { self[Self.stackPointer] = newValue }
  }

  var programCounter: UInt64? {
    get { self[Self.programCounter] }
    set { self[Self.programCounter] = newValue }
  }

  /// Whether a function must leave the register to its caller as it was: rbx, rbp, and r12 to r15.
  static func isPreserved(_ number: Int) -> Bool { number == 3 || number == framePointer || (12...15).contains(number) }
}
