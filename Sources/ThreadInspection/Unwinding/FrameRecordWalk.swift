/// Walks a copied stack by its frame records: each is the address of the caller's record, and the address at which the
/// caller continues. The libraries of Apple's systems keep them.
struct FrameRecordWalk {
  let stack: CapturedStack
  /// Where the innermost function returns, if it has no record: in a register or on top of the stack. Nil when that is
  /// not known.
  var link: UInt64?
  /// Whether an address is in code.
  let isCode: (UInt64) -> Bool

  /// The bits of an address; the others may sign it.
  static let addressBits: UInt64 = 0x7fff_ffff_ffff

  func walk() -> StackWalk {
    guard let counter = stack.registers.programCounter, isCode(counter) else { return StackWalk() }
    var walk = StackWalk(frames: [StackFrame(address: counter, isAfterCall: false)])
    let first = stack.registers.framePointer
    if let link = link.map({ $0 & Self.addressBits }), link != first.flatMap(returnAddress), isCode(link) {
      walk.frames.append(StackFrame(address: link, isAfterCall: true))
    }
    var record = first ?? 0
    while let address = returnAddress(record), walk.frames.count < Unwinder.limit {
      guard address != 0 else {
        walk.isComplete = true
        break
      }
      guard isCode(address) else { break }
      walk.frames.append(StackFrame(address: address, isAfterCall: true))
      // The record of the caller lies above, so a damaged stack has an end, too.
      guard let next = stack.word(at: record).map(AsyncFrameMark.removed), next > record || next == 0 else { break }
      walk.isComplete = next == 0
      record = next
    }
    return walk
  }

  private func returnAddress(_ record: UInt64) -> UInt64? {
    guard record != 0, record % 8 == 0, record <= UInt64.max - 8 else { return nil }
    return stack.word(at: record + 8).map { $0 & Self.addressBits }
  }
}
