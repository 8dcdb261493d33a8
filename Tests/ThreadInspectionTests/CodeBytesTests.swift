#if os(Linux) && arch(x86_64) && canImport(Glibc)
  import Testing

  @testable import ThreadInspection

  struct CodeBytesTests {
    @Test func prologue_withFramePointer_isDecoded() throws {
      // push rbp; mov rbp, rsp; push r13; sub rsp, 0x58
      let prologue = try #require(FramePrologue([0x55, 0x48, 0x89, 0xe5, 0x41, 0x55, 0x48, 0x83, 0xec, 0x58]))
      #expect(prologue.pushed == [6, 13])
      #expect(prologue.framePointerDistances == [0x60])
      #expect(prologue.frameSize == 0x70)
    }

    @Test func prologue_ofAnAsynchronousFunction_isDecoded() throws {
      let code: [UInt8] = [0x48, 0x0f, 0xba, 0xed, 0x3c, 0x55, 0x48, 0x89, 0xe5, 0x41, 0x56]
      #expect(try #require(FramePrologue(code[...])).framePointerDistances == [8])
      // push rbp; push r14; lea rbp, [rsp + 8]; sub rsp, 0x58
      let other: [UInt8] = [0x55, 0x41, 0x56, 0x48, 0x8d, 0x6c, 0x24, 0x08, 0x48, 0x83, 0xec, 0x58]
      #expect(try #require(FramePrologue(other[...])).framePointerDistances == [0x60])
      #expect(AsyncFrameMark.removed(from: 0x1000_7ffe_0000_1230) == 0x7ffe_0000_1230)
      #expect(AsyncFrameMark.removed(from: 0xffff_0000_0000_0000) == 0xffff_0000_0000_0000)
    }

    @Test func prologue_thatAligns_hasSeveralDistances() throws {
      // push rbp; mov rbp, rsp; and rsp, -32; sub rsp, 0x140
      let code: [UInt8] = [0x55, 0x48, 0x89, 0xe5, 0x48, 0x83, 0xe4, 0xe0, 0x48, 0x81, 0xec, 0x40, 1, 0, 0]
      #expect(try #require(FramePrologue(code[...])).framePointerDistances == [0x140, 0x148, 0x150, 0x158])
      #expect(FramePrologue(code.prefix(12)) == nil)
    }

    @Test func prologue_withoutFramePointer_isDecoded() throws {
      let prologue = try #require(FramePrologue([0x50, 0x48, 0x89, 0xfe]))
      #expect(prologue.framePointerDistances.isEmpty)
      #expect(prologue.frameSize == 16)
    }

    @Test func variableStack_isRecognized() {
      #expect(FramePrologue.hasVariableSize([0x90, 0x48, 0x89, 0xc4]))
      #expect(FramePrologue.hasVariableSize([0x4c, 0x29, 0xfc]))
      #expect(!FramePrologue.hasVariableSize([0x48, 0x89, 0xe5, 0x48, 0x89]))
    }

    @Test(
      arguments: [
        ([0, 0, 0, 0xe8, 0xf0, 0xff, 0xff, 0xff], .direct(-16)), ([0, 0, 0xff, 0x15, 0x10, 0, 0, 0], .throughWord(16)),
        ([0, 0, 0, 0, 0, 0, 0xff, 0xd0], .computed), ([0, 0, 0, 0, 0, 0xff, 0x50, 0x10], .computed),
        ([0, 0, 0xff, 0x90, 0xd0, 1, 0, 0], .computed), ([0, 0, 0, 0, 0, 0, 0xff, 0xe0], nil),
        ([0, 0, 0, 0, 0, 0, 0, 0], nil),
      ] as [([UInt8], CallInstruction?)])
    func call_isRecognized(bytes: [UInt8], call: CallInstruction?) {
      #expect(CallInstruction(endOf: bytes) == call)
    }

    @Test func returnOfASignalHandler_isRecognized() {
      #expect(SignalReturn.isThere([0x48, 0xc7, 0xc0, 15, 0, 0, 0, 0x0f, 0x05]))
      #expect(!SignalReturn.isThere([0x48, 0xc7, 0xc0, 14, 0, 0, 0, 0x0f, 0x05]))
      #expect(!SignalReturn.isThere([0x48, 0xc7]))
    }

    @Test func stub_namesItsWord() {
      #expect(LinkageStub([0xff, 0x25, 0x10, 0, 0, 0, 0x68], at: 0x1000)?.word == 0x1016)
      #expect(LinkageStub([0xf3, 0x0f, 0x1e, 0xfa, 0xff, 0x25, 0xf0, 0xff, 0xff, 0xff], at: 0x1000)?.word == 0xffa)
      #expect(LinkageStub([0xf3, 0x0f, 0x1e, 0xfa, 0xff], at: 0x1000) == nil)
      #expect(LinkageStub([0x55, 0x48, 0x89, 0xe5, 0, 0], at: 0x1000) == nil)
    }

    @Test(
      arguments: [
        ("running", .running),
        ("-1 0x7ffe10 0x7f20", .sleeping(nil, stackPointer: 0x7ffe10, programCounter: 0x7f20)),
        (
          "202 0x1 0x80 0x2 0x0 0x0 0x0 0x7ffe10 0x7f20",
          .sleeping(
            SystemCall(number: 202, arguments: [1, 0x80, 2, 0, 0, 0]), stackPointer: 0x7ffe10, programCounter: 0x7f20)
        ),
        ("202 0x1 0x80 0x2 0x0 0x0 0x7ffe10 0x7f20", nil), ("x", nil), ("", nil), ("202", nil),
      ] as [(String, SystemCallLine?)])
    func systemCall_isParsed(text: String, line: SystemCallLine?) { #expect(SystemCallLine(text) == line) }

    @Test func counters_areParsed() throws {
      let counters = try #require(ScheduleCounters("158632 77 3"))
      #expect(counters.running == 158632)
      #expect(counters.delayed == 77)
      #expect(counters.turns == 3)
      #expect(ScheduleCounters("1 2") == nil)
    }
  }
#endif
