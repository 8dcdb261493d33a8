/// Evaluates a DWARF expression of unwinding information, such as those of the linker's stubs and of signal frames.
struct FrameExpression {
  struct Unsupported: Error {}

  let registers: Registers
  /// Reads a word of the copied stack.
  let word: (UInt64) -> UInt64?
  private var stack: [UInt64] = []

  init(_ registers: Registers, word: @escaping (UInt64) -> UInt64?) {
    self.registers = registers
    self.word = word
  }

  /// The most operations that one evaluation makes, because a damaged expression may loop.
  private static let limit = 256

  /// Returns the value on top of the stack after all operations, which begin with `first` on it.
  mutating func value(of bytes: [UInt8], first: UInt64?) throws -> UInt64 {
    stack = first.map { [$0] } ?? []
    var reader = ByteReader(bytes)
    var steps = 0
    while !reader.isAtEnd {
      steps += 1
      guard steps <= Self.limit, stack.count <= Self.limit else { throw Unsupported() }
      try run(try reader.u8(), &reader)
    }
    return try pop()
  }

  private mutating func run(_ code: UInt8, _ reader: inout ByteReader) throws {
    switch code {
    case 0x30...0x4f: stack.append(UInt64(code - 0x30))
    case 0x70...0x8f: try push(register: Int(code - 0x70), offset: try reader.sleb())
    case 0x92: try push(register: Int(truncatingIfNeeded: try reader.uleb()), offset: try reader.sleb())
    case 0x03, 0x08...0x11: stack.append(try constant(code, &reader))
    case 0x12...0x17: try rearrange(code, &reader)
    case 0x1a...0x27: try calculate(code, &reader)
    case 0x28, 0x2f: try jump(code, &reader)
    case 0x29...0x2e: try compare(code)
    case 0x06: try dereference()
    case 0x19:
      let value = Int64(bitPattern: try pop())
      stack.append(value.magnitude)
    case 0x96: break
    default: throw Unsupported()
    }
  }

  private mutating func push(register number: Int, offset: Int64) throws {
    guard let value = registers[number] else { throw Unsupported() }
    stack.append(value &+ UInt64(bitPattern: offset))
  }

  private mutating func dereference() throws {
    guard let value = word(try pop()) else { throw Unsupported() }
    stack.append(value)
  }

  private func constant(_ code: UInt8, _ reader: inout ByteReader) throws -> UInt64 {
    switch code {
    case 0x08: UInt64(try reader.u8())
    case 0x09: UInt64(bitPattern: Int64(Int8(bitPattern: try reader.u8())))
    case 0x0a: UInt64(try reader.u16())
    case 0x0b: UInt64(bitPattern: Int64(Int16(bitPattern: try reader.u16())))
    case 0x0c: UInt64(try reader.u32())
    case 0x0d: UInt64(bitPattern: Int64(Int32(bitPattern: try reader.u32())))
    case 0x10: try reader.uleb()
    case 0x11: UInt64(bitPattern: try reader.sleb())
    default: try reader.u64()
    }
  }
}

extension FrameExpression {
  private mutating func pop() throws -> UInt64 {
    guard let value = stack.popLast() else { throw Unsupported() }
    return value
  }

  private func peek(_ depth: Int) throws -> UInt64 {
    guard depth < stack.count else { throw Unsupported() }
    return stack[stack.count - 1 - depth]
  }

  private mutating func rearrange(_ code: UInt8, _ reader: inout ByteReader) throws {
    switch code {
    case 0x12: stack.append(try peek(0))
    case 0x13: _ = try pop()
    case 0x14: stack.append(try peek(1))
    case 0x15: stack.append(try peek(Int(try reader.u8())))
    case 0x16:
      _ = try peek(1)
      stack.swapAt(stack.count - 1, stack.count - 2)
    default:
      let (top, second, third) = (try peek(0), try peek(1), try peek(2))
      stack.replaceSubrange(stack.count - 3..<stack.count, with: [top, third, second])
    }
  }

  private mutating func calculate(_ code: UInt8, _ reader: inout ByteReader) throws {
    let top = try pop()
    switch code {
    case 0x1f: return stack.append(0 &- top)
    case 0x20: return stack.append(~top)
    case 0x23: return stack.append(top &+ (try reader.uleb()))
    default: break
    }
    let other = try pop()
    switch code {
    case 0x1a: stack.append(other & top)
    case 0x1c: stack.append(other &- top)
    case 0x1e: stack.append(other &* top)
    case 0x21: stack.append(other | top)
    case 0x22: stack.append(other &+ top)
    case 0x24: stack.append(other << top)
    case 0x25: stack.append(other >> top)
    case 0x26: stack.append(UInt64(bitPattern: Int64(bitPattern: other) >> top))
    case 0x27: stack.append(other ^ top)
    default: throw Unsupported()
    }
  }

  private mutating func compare(_ code: UInt8) throws {
    let right = Int64(bitPattern: try pop())
    let left = Int64(bitPattern: try pop())
    let isTrue =
      switch code {
      case 0x29: left == right
      case 0x2a: left >= right
      case 0x2b: left > right
      case 0x2c: left <= right
      case 0x2d: left < right
      default: left != right
      }
    stack.append(isTrue ? 1 : 0)
  }

  private mutating func jump(_ code: UInt8, _ reader: inout ByteReader) throws {
    let distance = Int(Int16(bitPattern: try reader.u16()))
    if code == 0x28, try pop() == 0 { return }
    try reader.seek(to: reader.position + distance)
  }
}
