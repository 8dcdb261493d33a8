/// Turns threads whose frames have names, but no lines, into standings.
struct NameResolver {
  let threads: [ThreadSnapshot]
  let waitingThread: Int32?
  let limit: WorkLimit
  /// What is known about an address; nil outside of code.
  let place: (UInt64) -> CodePlace?

  func resolved() -> ResolvedSnapshot {
    var resolved = ResolvedSnapshot()
    var isCut = false
    let read = threads.filter(\.isRead)
    for thread in read.filter(isOfThisWait) + read.filter({ !isOfThisWait($0) }) {
      isCut = limit.isReached
      guard !isCut else { break }
      if let thread = standing(thread) { resolved.threads.append(thread) }
    }
    if isCut { resolved.gaps.append(Standing(.threads, .unknown(.limit))) }
    return resolved
  }

  private func isOfThisWait(_ thread: ThreadSnapshot) -> Bool { thread.number == waitingThread }

  private func standing(_ thread: ThreadSnapshot) -> ResolvedSnapshot.Thread? {
    guard let stack = thread.stack else { return nil }
    let walk = FrameRecordWalk(stack: stack, link: thread.link) { place($0) != nil }.walk()
    let frames = walk.frames.map { place($0.lookup) }
    let standing = ThreadStanding(
      thread: thread, frames: frames, isComplete: walk.isComplete, calledFunction: { _ in nil }, holder: nil,
      code: UserCode(frames.compactMap { $0 }),
      demangler: Demangler())
    // Without unwinding information, a walk often ends early, which says nothing.
    return ResolvedSnapshot.Thread(
      number: thread.number, forOthers: standing.otherStanding, forItsWait: standing.ownStanding, isComplete: true)
  }
}
