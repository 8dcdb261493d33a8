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
