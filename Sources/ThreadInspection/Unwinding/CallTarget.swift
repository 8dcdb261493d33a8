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
