/// Takes Swift source apart into tokens. It knows comments, literals and names, and nothing about the grammar.
struct Lexer {
  private let bytes: [UInt8]
  private var position = 0
  private var line = 1
  private var tokens: [Token] = []

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  static func tokens(of bytes: [UInt8]) -> [Token] {
    var lexer = Lexer(bytes)
    lexer.readAll()
    return lexer.tokens
  }

  private var isAtEnd: Bool { position >= bytes.count }

  private func byte(_ offset: Int = 0) -> UInt8 {
    position + offset < bytes.count ? bytes[position + offset] : 0
  }

  private mutating func advance(by count: Int = 1) {
    for _ in 0..<count where !isAtEnd {
      if bytes[position] == UInt8(ascii: "\n") { line += 1 }
      position += 1
    }
  }

  private mutating func readAll() {
    while !isAtEnd {
      switch byte() {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n"): advance()
      case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "/"): skipLine()
      case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "*"): skipComment()
      case UInt8(ascii: "\""): add(.string) { $0.skipString(marks: 0) }
      case UInt8(ascii: "#"): readNumberSign()
      case let first where Self.isDigit(first): add(.number) { $0.skipNumber() }
      case let first where Self.isPartOfName(first): add(.word) { $0.skipName() }
      case UInt8(ascii: "`"): add(.word) { $0.skipQuotedName() }
      default: add(.symbol) { $0.advance() }
      }
    }
  }

  private mutating func add(_ kind: Token.Kind, _ skip: (inout Lexer) -> Void) {
    let (start, first) = (position, line)
    skip(&self)
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    tokens.append(Token(kind: kind, text: text, range: start..<position, line: first))
  }

  /// `#if`, `#file`, or a string between `#` marks.
  private mutating func readNumberSign() {
    var marks = 1
    while byte(marks) == UInt8(ascii: "#") { marks += 1 }
    if byte(marks) == UInt8(ascii: "\"") {
      add(.string) {
        $0.advance(by: marks)
        $0.skipString(marks: marks)
      }
    } else {
      add(.word) {
        $0.advance(by: marks)
        $0.skipName()
      }
    }
  }

  private mutating func skipLine() {
    while !isAtEnd, byte() != UInt8(ascii: "\n") { advance() }
  }

  /// A comment between `/*` and `*/`, which may have others in it.
  private mutating func skipComment() {
    var depth = 0
    repeat {
      if byte() == UInt8(ascii: "/"), byte(1) == UInt8(ascii: "*") {
        depth += 1
        advance(by: 2)
      } else if byte() == UInt8(ascii: "*"), byte(1) == UInt8(ascii: "/") {
        depth -= 1
        advance(by: 2)
      } else {
        advance()
      }
    } while depth > 0 && !isAtEnd
  }

  /// From the first quotation mark to the end of the literal. An interpolation may have literals of its own.
  private mutating func skipString(marks: Int) {
    let quote = UInt8(ascii: "\"")
    let isMultiline = byte(1) == quote && byte(2) == quote
    let quotes = isMultiline ? 3 : 1
    advance(by: quotes)
    while !isAtEnd {
      if byte() == UInt8(ascii: "\\"), hasMarks(marks, at: 1) {
        advance(by: 1 + marks)
        if byte() == UInt8(ascii: "(") { skipInterpolation() } else { advance() }
      } else if byte() == quote, (0..<quotes).allSatisfy({ byte($0) == quote }), hasMarks(marks, at: quotes) {
        return advance(by: quotes + marks)
      } else if !isMultiline, byte() == UInt8(ascii: "\n") {
        return
      } else {
        advance()
      }
    }
  }

  private func hasMarks(_ marks: Int, at offset: Int) -> Bool {
    (0..<marks).allSatisfy { byte(offset + $0) == UInt8(ascii: "#") }
  }

  private mutating func skipInterpolation() {
    var depth = 0
    repeat {
      switch byte() {
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"): depth -= 1
      case UInt8(ascii: "\""):
        skipString(marks: 0)
        continue
      default: break
      }
      advance()
    } while depth > 0 && !isAtEnd
  }

  private mutating func skipNumber() {
    while Self.isPartOfName(byte()) || byte() == UInt8(ascii: ".") && Self.isDigit(byte(1)) { advance() }
  }

  private mutating func skipName() {
    while Self.isPartOfName(byte()) { advance() }
  }

  private mutating func skipQuotedName() {
    advance()
    while !isAtEnd, byte() != UInt8(ascii: "`"), byte() != UInt8(ascii: "\n") { advance() }
    advance()
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  /// Everything above ASCII counts as a part of a name.
  private static func isPartOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"),
      UInt8(ascii: "$"), UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...:
      true
    default: false
    }
  }
}
