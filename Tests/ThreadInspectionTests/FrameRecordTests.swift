import Testing

@testable import ThreadInspection

/// Stacks with frame records, as Apple's systems have them, recorded word by word.
@Suite struct FrameRecordTests {
  private static let code: Range<UInt64> = 0x10_0000..<0x20_0000

  private func walk(
    _ words: [UInt64], counter: UInt64 = 0x10_0010, framePointer: UInt64, link: UInt64? = nil
  ) -> (addresses: [UInt64], isComplete: Bool) {
    var registers = Registers()
    registers.programCounter = counter
    registers.stackPointer = 0x7000
    registers.framePointer = framePointer
    let bytes = words.flatMap { word in withUnsafeBytes(of: word.littleEndian) { Array($0) } }
    let stack = CapturedStack(registers: registers, address: 0x7000, bytes: bytes)
    let walk = FrameRecordWalk(stack: stack, link: link) { Self.code.contains($0) }.walk()
    #expect(walk.frames.first?.isAfterCall != true)
    #expect(!walk.frames.dropFirst().contains { !$0.isAfterCall })
    return (walk.frames.map(\.address), walk.isComplete)
  }

  /// Two records, of which the second one belongs to the first function of the thread.
  private let two: [UInt64] = [0, 0, 0x7020, 0x10_0100, 0, 0x10_0200]

  @Test func records_leadToTheFirstFunction() {
    let walk = walk(two, framePointer: 0x7010)
    #expect(walk.addresses == [0x10_0010, 0x10_0100, 0x10_0200])
    #expect(walk.isComplete)
  }

  @Test func recordWithoutReturnAddress_isTheEnd() {
    let walk = walk([0x7010, 0x10_0100, 0x7020, 0], framePointer: 0x7000)
    #expect(walk.addresses == [0x10_0010, 0x10_0100])
    #expect(walk.isComplete)
  }

  @Test func functionWithoutRecord_hasItsCaller() {
    #expect(
      walk(two, framePointer: 0x7010, link: 0x10_0500).addresses == [0x10_0010, 0x10_0500, 0x10_0100, 0x10_0200])
    // Not twice, and not what is no code.
    #expect(walk(two, framePointer: 0x7010, link: 0x10_0100).addresses.count == 3)
    #expect(walk(two, framePointer: 0x7010, link: 0x9999).addresses.count == 3)
  }

  @Test func signedAddress_isRead() {
    let signed: [UInt64] = [0, 0, 0x7020, 0xabcd_8000_0010_0100, 0, 0x10_0200]
    #expect(walk(signed, framePointer: 0x7010).addresses == [0x10_0010, 0x10_0100, 0x10_0200])
  }

  @Test func recordOfAnAsynchronousFunction_isMarked() {
    let marked: [UInt64] = [0, 0, 0x1000_0000_0000_7020, 0x10_0100, 0, 0x10_0200]
    #expect(walk(marked, framePointer: 0x7010).isComplete)
  }

  @Test(arguments: [0x7010, 0x7000, 0x7011, 0x8000, 0x6ff8, .max] as [UInt64])
  func damagedRecord_endsTheWalk(_ next: UInt64) {
    let walk = walk([0, 0, next, 0x10_0100, 0, 0x10_0200], framePointer: 0x7010)
    #expect(walk.addresses == [0x10_0010, 0x10_0100])
    #expect(!walk.isComplete)
  }

  @Test func returnAddressOutsideOfCode_endsTheWalk() {
    #expect(walk([0, 0, 0x7020, 0x9999, 0, 0x10_0200], framePointer: 0x7010).addresses == [0x10_0010])
    #expect(walk(two, counter: 0x9999, framePointer: 0x7010).addresses.isEmpty)
    #expect(walk(two, framePointer: 0).addresses == [0x10_0010])
  }

  @Test func damagedStacks_doNotTrap() {
    var complete = 0
    for seed in 0..<2_000 {
      var random = SplitMix(state: UInt64(seed))
      var words = two
      words[Int.random(in: 0..<6, using: &random)] = random.next() >> UInt64.random(in: 0...63, using: &random)
      if walk(words, framePointer: 0x7010, link: random.next()).isComplete { complete += 1 }
    }
    #expect(complete > 0)
  }

  @Test(arguments: [AppleThreadState.intel, .arm]) func state_hasTheRegisters(_ state: AppleThreadState) {
    #expect(state.programCounter * 2 < Int(state.count))
    let registers = state.registers { UInt64($0) | 0xff00_0000_0000_0000 }
    #expect(registers.programCounter == UInt64(state.programCounter))
    #expect(registers.framePointer == UInt64(state.framePointer))
    #expect(registers.stackPointer == UInt64(state.stackPointer) | 0xff00_0000_0000_0000)
  }
}

/// Threads with names, but no lines.
@Suite struct NameResolverTests {
  private static let names: [UInt64: (String, isSystem: Bool)] = [
    1: ("__psynch_mutexwait", true), 2: ("$s3App5StoreV4saveyyF", false), 3: ("_pthread_start", true),
    4: ("$sSo17OS_dispatch_queueC8DispatchE4sync7executeyyyXE_tF", true), 5: ("$s12Expectations4WaitV5blockyyF", false),
    6: ("$s7Testing10FileHandleV9readToEndSays5UInt8VGyKF", true), 7: ("swift_job_run", true),
    8: ("_dispatch_worker_thread", true),
  ]

  /// A thread with these functions, the innermost first.
  private func thread(_ number: Int32, _ functions: [UInt64], link: UInt64? = nil) -> ThreadSnapshot {
    var words: [UInt64] = []
    for (index, function) in functions.dropFirst().enumerated() {
      let isLast = index == functions.count - 2
      words += [isLast ? 0 : 0x7000 + UInt64(index + 1) * 16, function << 12 + 4]
    }
    var registers = Registers()
    registers.programCounter = functions[0] << 12
    registers.stackPointer = 0x7000
    registers.framePointer = 0x7000
    let bytes = words.flatMap { word in withUnsafeBytes(of: word.littleEndian) { Array($0) } }
    var snapshot = ThreadSnapshot(number: number, name: "saver", isMain: false, state: .sleeping(nil))
    snapshot.stack = CapturedStack(registers: registers, address: 0x7000, bytes: bytes)
    snapshot.link = link
    return snapshot
  }

  private func resolve(_ threads: [ThreadSnapshot], waiting: Int32? = nil, limit: WorkLimit = WorkLimit { 0 })
    -> [Standing]
  {
    NameResolver(threads: threads, waitingThread: waiting, limit: limit) { address in
      guard let (name, isSystem) = Self.names[address >> 12] else { return nil }
      let function = SymbolTable.Symbol(name: name, start: address & ~0xfff, size: MergedFunctions.leastSize)
      return CodePlace(function: function, address: address, image: "/app", hasLines: false, isSystem: isSystem)
    }.resolved().standings(for: ResolvedSnapshot.Wait(thread: waiting))
  }

  @Test func sleepingThread_hasItsFunction() {
    let lines = StandingText(resolve([thread(7, [1, 2, 3])])).lines
    #expect(lines == ["thread \"saver\": waits for a lock, called in Store.save()"])
  }

  @Test func functionThatOnlyTheLinkNames_isFound() {
    let lines = StandingText(resolve([thread(7, [1, 3], link: 2 << 12 + 4)])).lines
    #expect(lines == ["thread \"saver\": waits for a lock, called in Store.save()"])
  }

  @Test func threadOfTheWait_isInsideOfItsBlock() {
    let lines = StandingText(resolve([thread(7, [1, 5, 2, 4, 2, 3])], waiting: 7)).lines
    #expect(lines == ["this wait is inside DispatchQueue.sync(execute:), called in Store.save()"])
  }

  @Test func waitOfAnotherTest_isLeftOut() {
    #expect(resolve([thread(7, [1, 5, 2, 3])]).isEmpty)
    #expect(resolve([thread(7, [1, 3])]).isEmpty)
  }

  @Test func threadOfThePool_thatBlocksInTheToolchain_isKept() {
    let standings = resolve([thread(7, [1, 6, 7, 8])])
    #expect(standings.map(\.isOfToolchain) == [true])
    #expect(StandingText(standings).lines == ["concurrency pool: waits for a lock, called in FileHandle.readToEnd()"])
    var running = thread(7, [1, 6, 7, 8])
    running.state = .running
    #expect(resolve([running, thread(8, [1, 6, 3]), thread(9, [1, 7, 8])]).isEmpty)
  }

  @Test func limit_leavesTheThreadOfTheWait() {
    let threads = [thread(1, [1, 2, 3]), thread(7, [1, 5, 2, 4, 2, 3])]
    var steps = 0.0
    let limit = WorkLimit {
      steps += 1
      return steps / 2
    }
    let standings = resolve(threads, waiting: 7, limit: limit)
    #expect(standings.map(\.isOfThisWait) == [true, false])
    #expect(standings.last?.activity == .unknown(.limit))
  }
}
