#if os(Linux) && arch(x86_64) && canImport(Glibc)
  import Foundation
  import Synchronization
  import TestSupport
  import Testing

  @testable import ThreadInspection

  /// Notes all that is read from the memory of the process, so that it can be read again, damaged.
  private final class RecordingMemory: MemorySource {
    private let memory: any MemorySource
    private(set) var reads: [UInt64: [UInt8]] = [:]

    init(_ memory: any MemorySource) { self.memory = memory }

    func bytes(at address: UInt64, count: Int) -> [UInt8] {
      let bytes = memory.bytes(at: address, count: count)
      if bytes.count > reads[address]?.count ?? -1 { reads[address] = bytes }
      return bytes
    }
  }

  /// Gives what was recorded, with a share of the reads damaged: changed, cut, or of another place.
  private final class DamagedMemory: MemorySource {
    private let reads: [UInt64: [UInt8]]
    private let addresses: [UInt64]
    private var numbers: SplitMix

    init(_ reads: [UInt64: [UInt8]], _ numbers: SplitMix) {
      self.reads = reads
      addresses = reads.keys.sorted()
      self.numbers = numbers
    }

    func bytes(at address: UInt64, count: Int) -> [UInt8] {
      let known = reads[address] ?? reads[addresses.randomElement(using: &numbers) ?? 0] ?? []
      return Array(known.prefix(count)).perhapsDamaged(&numbers)
    }
  }

  extension [UInt8] {
    fileprivate func perhapsDamaged(_ numbers: inout SplitMix) -> [UInt8] {
      numbers.next() % 8 < 3 ? damaged(&numbers) : self
    }
  }

  extension SplitMix {
    fileprivate mutating func bytes(upTo count: Int) -> [UInt8] {
      (0..<Int(next() % UInt64(count + 1))).map { _ in UInt8(truncatingIfNeeded: next()) }
    }
  }

  @Suite(.ownThreads) struct UnwinderFuzzTests {
    /// Damaged tables, code and stacks give a shorter or another walk, and never a trap or an endless one.
    @Test func damagedMemory_neverTraps() throws {
      let parking = Parking.start { parking in
        parking.note()
        usleep(1_000_000)
      }
      let stack = try #require(parking.readAsleep())
      let unwinder = try Unwinder.present()
      let recording = RecordingMemory(unwinder.memory)
      let whole = Unwinder(images: unwinder.images, memory: recording).walk(stack)
      #expect(whole.isComplete)
      var numbers = SplitMix(state: 1)
      var shorter = 0
      for _ in 0..<ProofSize.of(small: 500, full: 300_000) {
        let memory = DamagedMemory(recording.reads, SplitMix(state: numbers.next()))
        var damaged = stack
        damaged.bytes = stack.bytes.perhapsDamaged(&numbers)
        if numbers.next() % 16 == 0 { damaged.address = numbers.next() }
        if numbers.next() % 16 == 0 { damaged.registers.stackPointer = numbers.next() }
        let walk = Unwinder(images: unwinder.images, memory: memory).walk(damaged)
        #expect(walk.frames.count <= Unwinder.limit)
        if walk.frames.count < whole.frames.count { shorter += 1 }
      }
      #expect(shorter > 0)
    }

    /// A word is read only if all of it was copied.
    @Test func wordAtTheEndOfACopy_isReadWhole() {
      let stack = CapturedStack(registers: Registers(), address: 0x1000, bytes: Array(0..<12))
      #expect(stack.word(at: 0x1004) == 0x0b0a_0908_0706_0504)
      #expect(stack.word(at: 0x1005) == nil)
      #expect(stack.word(at: 0xfff) == nil)
    }

    /// The readers of small inputs, with random bytes and with damaged true ones.
    @Test func randomBytes_neverTrap() throws {
      var numbers = SplitMix(state: 2)
      for _ in 0..<ProofSize.of(small: 5_000, full: 1_000_000) { Self.readAll(&numbers) }
    }

    private static func readAll(_ numbers: inout SplitMix) {
      let bytes = numbers.bytes(upTo: 64)
      let at = numbers.next()
      _ = FramePrologue(bytes[...])
      _ = FramePrologue.hasVariableSize(bytes[...])
      _ = CallInstruction(endOf: Array(bytes.prefix(8)))
      _ = LinkageStub(bytes, at: at)
      _ = MutexLayout(bytes)
      let line = Array("202 0x7f00 0x80 0x2 0x0 0x0 0x0 0x7ffe0 0x7f123".utf8).perhapsDamaged(&numbers)
      _ = SystemCallLine(String(decoding: line, as: UTF8.self))
      _ = ScheduleCounters(String(decoding: Array("1 2 3".utf8).perhapsDamaged(&numbers), as: UTF8.self))
      _ = MemoryMapping.all(in: Array("7f00a000-7f00c000 r-xp 00001000 fe:00 1234  /a b".utf8).perhapsDamaged(&numbers))
      let header = [0x7f, 0x45, 0x4c, 0x46, 2, 1, 1] + numbers.bytes(upTo: 300)
      _ = try? ProgramHeaders(header.perhapsDamaged(&numbers))
      run(bytes, at, &numbers)
    }

    /// Runs the bytes as instructions and as an expression.
    private static func run(_ bytes: [UInt8], _ at: UInt64, _ numbers: inout SplitMix) {
      var registers = Registers()
      for number in 0..<Registers.count { registers[number] = numbers.next() }
      var expression = FrameExpression(registers) { $0 % 3 == 0 ? nil : $0 }
      _ = try? expression.value(of: bytes, first: at)
      let entry = RecordedEntry(common: numbers.bytes(upTo: 40), function: bytes, start: at)
      guard let frame = try? FunctionFrame(at: entry.address, in: entry) else { return }
      let target = frame.range.isEmpty ? at : frame.range.lowerBound
      guard let rules = try? FrameProgram.rules(of: frame, at: target) else { return }
      let stack = CapturedStack(registers: registers, address: at, bytes: numbers.bytes(upTo: 64))
      _ = FrameStep(rules: rules, registers: registers, stack: stack).caller(isSignalFrame: false)
    }
  }

  /// Two entries of `.eh_frame`, the shared one and that of a function, with the bytes given as instructions, and the
  /// table that leads to the function.
  struct RecordedEntry: MemorySource {
    let address: UInt64 = 0x1100
    let table: UInt64 = 0x1300
    private let memory: RecordedMemory

    /// - Parameters:
    ///   - common: The shared instructions, before the rules that are true at the first instruction of a function.
    ///   - function: The instructions of the function.
    init(
      common: [UInt8], function: [UInt8], start: UInt64, size: UInt32 = 0x100, codeAlignment: UInt8 = 1,
      isSignalFrame: Bool = false
    ) {
      var memory: [UInt8] = []
      func append(_ value: UInt32) { withUnsafeBytes(of: value.littleEndian) { memory += $0 } }
      // Version 1, "zR" or "zRS", the code alignment, data alignment -8, return address in register 16, addresses of 8
      // bytes.
      let head: [UInt8] = [1, 0x7a, 0x52] + (isSignalFrame ? [0x53] : []) + [0, codeAlignment, 0x78, 16, 1, 0]
      append(UInt32(4 + head.count + common.count))
      append(0)
      memory += head + common
      memory += [UInt8](repeating: 0, count: 0x100 - memory.count)
      append(UInt32(21 + function.count))
      append(0x104)
      withUnsafeBytes(of: start.littleEndian) { memory += $0 }
      append(size)
      append(0)
      memory += [0] + function
      memory += [UInt8](repeating: 0, count: max(0, 0x300 - memory.count))
      if memory.count == 0x300 {
        for value in [0x3b03_1b01, 0, 1, UInt32(truncatingIfNeeded: start &- table), 0xffff_fe00] { append(value) }
      }
      self.memory = RecordedMemory(memory)
    }

    func bytes(at address: UInt64, count: Int) -> [UInt8] { memory.bytes(at: address, count: count) }
  }
#endif
