import Testing

@testable import ThreadInspection

/// The instructions are those of x86_64, as bytes: they can be decoded on any processor.
@Suite struct CallTargetTests {
  private static let returnAddress: UInt64 = 0x1100
  private var memory = RecordedMemory([UInt8](repeating: 0x90, count: 0x1000))
  private let code = LoadedImage(
    path: "/tests", range: 0x1000..<0x2000, bias: 0, code: [0x1000..<0x1800], frameHeader: nil, notes: [])

  private var target: CallTarget { CallTarget(images: ImageMap(images: [code]), memory: memory) }
  private var called: UInt64? { target.function(calledBefore: Self.returnAddress) }

  /// The distance from the end of an instruction to an address.
  private static func distance(from end: UInt64, to address: UInt64) -> [UInt8] {
    withUnsafeBytes(of: Int32(Int64(address) - Int64(end)).littleEndian) { Array($0) }
  }

  private mutating func writeCall(of address: UInt64) {
    memory.write([0xe8] + Self.distance(from: Self.returnAddress, to: address), at: Self.returnAddress - 5)
  }

  private mutating func writeJump(at address: UInt64, after frame: [UInt8] = [], to destination: UInt64) {
    let end = address + UInt64(frame.count) + 5
    memory.write(frame + [0xe9] + Self.distance(from: end, to: destination), at: address)
  }

  private mutating func writeWord(_ word: UInt64, at address: UInt64) {
    memory.write(withUnsafeBytes(of: word.littleEndian) { Array($0) }, at: address)
  }

  @Test mutating func directCall_namesItsFunction() {
    writeCall(of: 0x1200)
    #expect(called == 0x1200)
    #expect(target.isDirect(before: Self.returnAddress))
  }

  @Test mutating func callThroughAWord_namesTheFunctionInIt() {
    memory.write([0xff, 0x15] + Self.distance(from: Self.returnAddress, to: 0x1900), at: Self.returnAddress - 6)
    writeWord(0x1300, at: 0x1900)
    #expect(called == 0x1300)
  }

  @Test(arguments: [[0xff, 0x25], [0xf2, 0xff, 0x25], [0xf3, 0x0f, 0x1e, 0xfa, 0xff, 0x25]] as [[UInt8]])
  mutating func stub_isFollowed(_ jump: [UInt8]) {
    writeCall(of: 0x1200)
    memory.write(jump + Self.distance(from: 0x1200 + UInt64(jump.count) + 4, to: 0x1900), at: 0x1200)
    writeWord(0x1300, at: 0x1900)
    #expect(called == 0x1300)
  }

  @Test mutating func whatIsNotCode_isNoFunction() {
    writeCall(of: 0x1900)
    #expect(called == nil)
    memory.write([0xff, 0x15] + Self.distance(from: Self.returnAddress, to: 0x1900), at: Self.returnAddress - 6)
    writeWord(0x1900, at: 0x1900)
    #expect(called == nil)
  }

  @Test mutating func callThroughARegister_hasNoKnownFunction() {
    memory.write([0xff, 0xd0], at: Self.returnAddress - 2)
    #expect(called == nil)
    #expect(!target.isDirect(before: Self.returnAddress))
    #expect(target.isReturnAddress(Self.returnAddress))
    #expect(!target.isReturnAddress(Self.returnAddress + 1))
  }

  /// Compilers make one function of two equal ones: the other jumps to it, maybe behind a frame that it sets up and
  /// removes.
  @Test mutating func jumps_areFollowedToTheFunction() {
    writeCall(of: 0x1200)
    writeJump(at: 0x1200, to: 0x1300)
    writeJump(at: 0x1300, after: [0x55, 0x48, 0x89, 0xe5, 0x5d], to: 0x1400)
    #expect(target.calls(0x1200, before: Self.returnAddress))
    #expect(target.calls(0x1400, before: Self.returnAddress))
    #expect(!target.calls(0x1500, before: Self.returnAddress))
  }

  @Test mutating func jump_behindAFrameThatStays_isPartOfTheFunction() {
    writeCall(of: 0x1200)
    writeJump(at: 0x1200, after: [0x55, 0x48, 0x89, 0xe5], to: 0x1300)
    #expect(!target.calls(0x1300, before: Self.returnAddress))
  }

  @Test mutating func jumpsInACircle_end() {
    writeCall(of: 0x1200)
    writeJump(at: 0x1200, to: 0x1300)
    writeJump(at: 0x1300, to: 0x1200)
    #expect(!target.calls(0x1400, before: Self.returnAddress))
  }
}
