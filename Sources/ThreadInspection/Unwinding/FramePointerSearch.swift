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
