#if os(Linux) && arch(x86_64) && canImport(Glibc)
  import Testing

  @testable import ThreadInspection

  struct FrameRulesTests {
    /// Every function begins so: the frame is 8 above the stack pointer, and the return address below it.
    private static let common: [UInt8] = [0x0c, 7, 8, 0x90, 1]

    private static func rules(
      _ instructions: [UInt8], at offset: UInt64, codeAlignment: UInt8 = 1
    ) throws -> FrameRules {
      let entry = RecordedEntry(common: common, function: instructions, start: 0x5000, codeAlignment: codeAlignment)
      let frame = try FunctionFrame(at: entry.address, in: entry)
      #expect(frame.range == 0x5000..<0x5100)
      return try FrameProgram.rules(of: frame, at: 0x5000 + offset)
    }

    /// `push rbp; mov rbp, rsp; …; pop rbp; ret`.
    private static let withFramePointer: [UInt8] = [0x41, 0x0e, 16, 0x86, 2, 0x43, 0x0d, 6, 0x4c, 0x0c, 7, 8]

    @Test(
      arguments: [
        (0, .register(7, offset: 8)), (1, .register(7, offset: 16)), (3, .register(7, offset: 16)),
        (4, .register(6, offset: 16)), (15, .register(6, offset: 16)), (16, .register(7, offset: 8)),
      ] as [(UInt64, FrameRules.Frame)])
    func rules_dependOnTheAddress(offset: UInt64, frame: FrameRules.Frame) throws {
      let rules = try Self.rules(Self.withFramePointer, at: offset)
      #expect(rules.frame == frame)
      #expect(rules[16] == .saved(offset: -8))
      #expect(rules[6] == (offset == 0 ? .unspecified : .saved(offset: -16)))
    }

    @Test func rememberedRules_comeBack() throws {
      // Saves rbx, remembers, forgets it, restores.
      let instructions: [UInt8] = [0x83, 3, 0x0a, 0x41, 0x07, 3, 0x41, 0x0b]
      #expect(try Self.rules(instructions, at: 0)[3] == .saved(offset: -24))
      #expect(try Self.rules(instructions, at: 1)[3] == .lost)
      #expect(try Self.rules(instructions, at: 2)[3] == .saved(offset: -24))
      #expect(throws: FrameProgram.Malformed.self) { try Self.rules([0x0b], at: 0) }
    }

    @Test func restoredRegister_hasTheRuleOfTheSharedInstructions() throws {
      let instructions: [UInt8] = [0x90, 3, 0x41, 0xd0]
      #expect(try Self.rules(instructions, at: 0)[16] == .saved(offset: -24))
      #expect(try Self.rules(instructions, at: 1)[16] == .saved(offset: -8))
    }

    @Test func steps_areScaled() throws {
      #expect(try Self.rules([0x41, 0x0e, 16], at: 3, codeAlignment: 4).frame == .register(7, offset: 8))
      #expect(try Self.rules([0x41, 0x0e, 16], at: 4, codeAlignment: 4).frame == .register(7, offset: 16))
    }

    @Test func moveToAnAddress_isFollowed() throws {
      let instructions: [UInt8] = [0x01, 0x10, 0x50, 0, 0, 0, 0, 0, 0, 0x0e, 16]
      #expect(try Self.rules(instructions, at: 0xf).frame == .register(7, offset: 8))
      #expect(try Self.rules(instructions, at: 0x10).frame == .register(7, offset: 16))
    }

    /// The stub of a linker: 8 above the stack pointer, and 8 more from the eleventh byte of each 16 on.
    @Test(arguments: [(0x5000, 108), (0x500a, 108), (0x500b, 116), (0x500f, 116)] as [(UInt64, UInt64)])
    func expressionOfAStub_dependsOnTheProgramCounter(counter: UInt64, frame: UInt64) throws {
      var registers = Registers()
      registers.stackPointer = 100
      registers.programCounter = counter
      var expression = FrameExpression(registers) { _ in nil }
      let bytes: [UInt8] = [0x77, 8, 0x80, 0, 0x3f, 0x1a, 0x3b, 0x2a, 0x33, 0x24, 0x22]
      #expect(try expression.value(of: bytes, first: nil) == frame)
    }

    @Test func expression_thatLoops_ends() {
      var expression = FrameExpression(Registers()) { _ in nil }
      #expect(throws: FrameExpression.Unsupported.self) { try expression.value(of: [0x2f, 0xfd, 0xff], first: nil) }
    }

    @Test func step_readsTheSavedRegisters() throws {
      var registers = Registers()
      registers.stackPointer = 0x9000
      registers[3] = 7
      registers[0] = 5
      let bytes = (0..<4).flatMap { word in withUnsafeBytes(of: (UInt64(word) + 0x5001).littleEndian) { Array($0) } }
      let stack = CapturedStack(registers: registers, address: 0x9000, bytes: bytes)
      let rules = try Self.rules(Self.withFramePointer, at: 1)
      let caller = try #require(
        FrameStep(rules: rules, registers: registers, stack: stack).caller(isSignalFrame: false))
      #expect(caller.programCounter == 0x5002)
      #expect(caller.framePointer == 0x5001)
      #expect(caller.stackPointer == 0x9010)
      #expect(caller[3] == 7)
      #expect(caller[0] == nil)
    }

    /// Only the handler of a signal may have a stack of its own, below that of the code it interrupted.
    @Test func frameBelowTheCalledFunction_isAccepted_onlyForASignal() throws {
      var registers = Registers()
      registers.stackPointer = 0x9010
      let stack = CapturedStack(registers: registers, address: 0x9000, bytes: [UInt8](repeating: 1, count: 64))
      // The frame is 8 below the stack pointer.
      let step = FrameStep(rules: try Self.rules([0x12, 7, 1], at: 0), registers: registers, stack: stack)
      #expect(step.caller(isSignalFrame: false) == nil)
      #expect(step.caller(isSignalFrame: true)?.stackPointer == 0x9008)
    }

    /// Walks a stack of these words, beginning in the function at 0x5000.
    private static func walk(_ words: [UInt64], isSignalFrame: Bool = false) -> StackWalk {
      let entry = RecordedEntry(common: common, function: [], start: 0x5000, isSignalFrame: isSignalFrame)
      let image = LoadedImage(
        path: "/tests", range: 0x1000..<0x9000, bias: 0, code: [0x5000..<0x6000], frameHeader: entry.table, notes: [])
      var registers = Registers()
      (registers.programCounter, registers.stackPointer) = (0x5010, 0x9000)
      let bytes = words.flatMap { word in withUnsafeBytes(of: word.littleEndian) { Array($0) } }
      let stack = CapturedStack(registers: registers, address: 0x9000, bytes: bytes)
      return Unwinder(images: ImageMap(images: [image]), memory: entry).walk(stack)
    }

    @Test func interruptedFunction_isNotAfterACall() {
      let frames = { (isCall: Bool) in
        [StackFrame(address: 0x5010, isAfterCall: false), StackFrame(address: 0x5020, isAfterCall: isCall)]
      }
      #expect(Self.walk([0x5020, 0]) == StackWalk(frames: frames(true), isComplete: true))
      #expect(Self.walk([0x5020, 0], isSignalFrame: true) == StackWalk(frames: frames(false), isComplete: true))
    }

    @Test func walkThatMeetsSomethingUnknown_isNotComplete() {
      #expect(Self.walk([0x5020]).isComplete == false)
      #expect(Self.walk([0x5020]).frames.count == 2)
    }
  }
#endif
