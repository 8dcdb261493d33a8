/// Runs the instructions of a `FunctionFrame` up to one address, which gives the rules there.
struct FrameProgram {
  struct Malformed: Error {}

  private let function: FunctionFrame
  private let target: UInt64
  private var rules = FrameRules()
  /// The rules that the shared instructions made, to which single registers return.
  private var initial = FrameRules()
  private var remembered: [FrameRules] = []
  private var location: UInt64

  /// Returns the rules at an address of the function.
  static func rules(of function: FunctionFrame, at target: UInt64) throws -> FrameRules {
    var program = FrameProgram(function, target)
    var shared = function.common.instructions
    try program.run(&shared)
    program.initial = program.rules
    program.location = function.range.lowerBound
    var own = function.instructions
    try program.run(&own)
    return program.rules
  }

  private init(_ function: FunctionFrame, _ target: UInt64) {
    self.function = function
    self.target = target
    location = function.range.lowerBound
  }

  /// Runs instructions until one moves behind the target.
  private mutating func run(_ reader: inout ByteReader) throws {
    while !reader.isAtEnd, location <= target {
      let byte = try reader.u8()
      let low = byte & 0x3f
      switch byte & 0xc0 {
      case 0x40: advance(UInt64(low))
      case 0x80: rules[Int(low)] = .saved(offset: try scaled(&reader))
      case 0xc0: rules[Int(low)] = initial[Int(low)]
      default: try runExtended(low, &reader)
      }
    }
  }

  private mutating func runExtended(_ code: UInt8, _ reader: inout ByteReader) throws {
    switch code {
    case 0x00: break
    case 0x01: location = try function.common.encoding.address(&reader, at: position(of: reader))
    case 0x02: advance(UInt64(try reader.u8()))
    case 0x03: advance(UInt64(try reader.u16()))
    case 0x04: advance(UInt64(try reader.u32()))
    case 0x0a: try remember()
    case 0x0b:
      guard let last = remembered.popLast() else { throw Malformed() }
      rules = last
    case 0x0c...0x0f, 0x12, 0x13: try runFrameInstruction(code, &reader)
    case 0x2e: _ = try reader.uleb()
    default: try runRegisterInstruction(code, &reader)
    }
  }

  /// Runs an instruction that defines the address of the frame.
  private mutating func runFrameInstruction(_ code: UInt8, _ reader: inout ByteReader) throws {
    switch code {
    case 0x0c: rules.frame = .register(try register(&reader), offset: try unsigned(&reader))
    case 0x0d: rules.frame = .register(try register(&reader), offset: try frame().offset)
    case 0x0e: rules.frame = .register(try frame().register, offset: try unsigned(&reader))
    case 0x12: rules.frame = .register(try register(&reader), offset: try scaled(&reader, isSigned: true))
    case 0x13: rules.frame = .register(try frame().register, offset: try scaled(&reader, isSigned: true))
    default: rules.frame = .expression(try block(&reader))
    }
  }

  /// Runs an instruction that defines where a register of the caller is.
  private mutating func runRegisterInstruction(_ code: UInt8, _ reader: inout ByteReader) throws {
    let number = try register(&reader)
    switch code {
    case 0x05: rules[number] = .saved(offset: try scaled(&reader))
    case 0x06: rules[number] = initial[number]
    case 0x07: rules[number] = .lost
    case 0x08: rules[number] = .unchanged
    case 0x09: rules[number] = .inRegister(try register(&reader))
    case 0x10: rules[number] = .savedAtExpression(try block(&reader))
    case 0x11: rules[number] = .saved(offset: try scaled(&reader, isSigned: true))
    case 0x14: rules[number] = .equals(offset: try scaled(&reader))
    case 0x15: rules[number] = .equals(offset: try scaled(&reader, isSigned: true))
    case 0x16: rules[number] = .equalsExpression(try block(&reader))
    case 0x2f: rules[number] = .saved(offset: 0 &- (try scaled(&reader)))
    default: throw Malformed()
    }
  }
}

extension FrameProgram {
  private mutating func advance(_ steps: UInt64) {
    let (sum, overflow) = location.addingReportingOverflow(steps &* function.common.codeAlignment)
    location = overflow ? .max : sum
  }

  private mutating func remember() throws {
    // Compilers nest this once. A limit keeps damaged input from using much memory.
    guard remembered.count < 32 else { throw Malformed() }
    remembered.append(rules)
  }

  private func frame() throws -> (register: Int, offset: Int64) {
    guard case .register(let register, let offset) = rules.frame else { throw Malformed() }
    return (register, offset)
  }

  private func position(of reader: ByteReader) -> UInt64 {
    function.instructionsBase &+ UInt64(reader.position)
  }

  private func register(_ reader: inout ByteReader) throws -> Int { Int(truncatingIfNeeded: try reader.uleb()) }

  private func unsigned(_ reader: inout ByteReader) throws -> Int64 { Int64(truncatingIfNeeded: try reader.uleb()) }

  private func scaled(_ reader: inout ByteReader, isSigned: Bool = false) throws -> Int64 {
    let value = isSigned ? try reader.sleb() : try unsigned(&reader)
    return value &* function.common.dataAlignment
  }

  private func block(_ reader: inout ByteReader) throws -> [UInt8] {
    let part = try reader.take(Int(truncatingIfNeeded: try reader.uleb()))
    return Array(part.bytes[part.position..<part.end])
  }
}

/// Where a function has its frame and the registers of its caller, at one of its addresses.
struct FrameRules: Equatable, Sendable {
  /// How to compute the address of the frame, the "canonical frame address", CFA.
  enum Frame: Equatable, Sendable {
    case unknown
    case register(Int, offset: Int64)
    case expression([UInt8])
  }

  /// Where the caller's value of a register is.
  enum Register: Equatable, Sendable {
    /// Nothing is said: preserved registers are as they were.
    case unspecified
    case lost
    case unchanged
    case saved(offset: Int64)
    case equals(offset: Int64)
    case inRegister(Int)
    case savedAtExpression([UInt8])
    case equalsExpression([UInt8])
  }

  var frame = Frame.unknown
  private var registers = [Register](repeating: .unspecified, count: Registers.count)

  /// The rule of a register. Rules of registers that do not matter here, such as vectors, are dropped.
  subscript(number: Int) -> Register {
    get { registers.indices.contains(number) ? registers[number] : .unspecified }
    set { if registers.indices.contains(number) { registers[number] = newValue } }
  }
}
