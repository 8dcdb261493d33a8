/// A file, taken apart.
struct SourceFile: Sendable {
  var path: String
  let bytes: [UInt8]
  let tokens: [Token]
  /// For each token that opens or closes a pair of braces, parentheses or brackets: the other one.
  private(set) var partners: [Int: Int] = [:]
  /// The blocks; the first is the whole file.
  private(set) var blocks: [Block] = [Block(parent: nil, opener: -1, isLoop: false, isConditional: false)]
  /// For each token, the innermost block that it stands in.
  private(set) var blockOf: [Int] = []
  /// The braces do not fit together, so nothing else is known.
  private(set) var isBroken = false

  /// What is between a pair of braces, or between `#if`, `#else` and `#endif`.
  struct Block: Equatable, Sendable {
    var parent: Int?
    /// The token that opens it.
    var opener: Int
    var isLoop: Bool
    var isConditional: Bool
  }

  init(path: String, text: String) {
    self.path = path
    bytes = Array(text.utf8)
    tokens = Lexer.tokens(of: bytes)
    findBlocks()
  }

  /// The text of tokens, with the spaces and comments between them.
  func text(_ range: Range<Int>) -> String {
    guard !range.isEmpty else { return "" }
    return text(bytes: tokens[range.lowerBound].range.lowerBound..<tokens[range.upperBound - 1].range.upperBound)
  }

  func text(bytes range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// The text of a token, or nothing outside of the file.
  subscript(_ index: Int) -> String { tokens.indices.contains(index) ? tokens[index].text : "" }

  func line(_ index: Int) -> Int { tokens.indices.contains(index) ? tokens[index].line : 0 }

  /// Whether a closure between a token and the outer block has a parameter of that name.
  func isParameter(_ name: String, at index: Int, inside outer: Int) -> Bool {
    var block = blockOf[index]
    while block != outer, let parent = blocks[block].parent {
      if parameters(ofClosureAt: blocks[block].opener)?.contains(name) ?? false { return true }
      block = parent
    }
    return false
  }

  /// Whether it stands in the closure of a task.
  func isInTask(_ index: Int) -> Bool {
    var block: Int? = blockOf[index]
    while let current = block, blocks[current].opener >= 0 {
      var before = blocks[current].opener - 1
      if self[before] == ")", let open = partners[before] { before = open - 1 }
      if self[before] == ">" {
        // Generic arguments: `Task<Void, Never> {`.
        while before > 0, self[before] != "<" { before -= 1 }
        before -= 1
      }
      if ["Task", "detached", "addTask", "addTaskUnlessCancelled", "runDetached"].contains(self[before]) {
        return true
      }
      block = blocks[current].parent
    }
    return false
  }

  /// The words before `in` at the beginning of a closure, without what it captures; nil if there is no `in`.
  func parameters(ofClosureAt opener: Int) -> [String]? {
    var words: [String] = []
    var index = opener + 1
    if self[index] == "[", let close = partners[index] { index = close + 1 }
    while index < tokens.count, self[index] != "in" {
      guard
        tokens[index].kind == .word || ["(", ")", ",", ":", "-", ">", "?", "<", ".", "[", "]"].contains(self[index]),
        !["for", "let", "var", "if", "guard", "return", "try", "await"].contains(self[index])
      else { return nil }
      words.append(self[index])
      index += 1
    }
    return words
  }

  /// Where the line of a byte begins.
  func start(ofLineAt byte: Int) -> Int {
    (bytes[..<byte].lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1
  }

  /// The spaces at the beginning of a token's line.
  func indentation(_ index: Int) -> String {
    let start = start(ofLineAt: tokens[index].range.lowerBound)
    let end = bytes[start...].firstIndex { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") } ?? bytes.count
    return text(bytes: start..<end)
  }

  /// Whether the first block is the second, or is around it; and whether a loop stands between.
  func block(_ outer: Int, isAround inner: Int) -> (isAround: Bool, isInLoop: Bool) {
    var (block, isInLoop) = (inner, false)
    while block != outer {
      isInLoop = isInLoop || blocks[block].isLoop
      guard let parent = blocks[block].parent else { return (false, false) }
      block = parent
    }
    return (true, isInLoop)
  }

  private mutating func findBlocks() {
    var openers: [Int] = []
    var current = 0
    func open(_ index: Int, isConditional: Bool) {
      blocks.append(
        Block(
          parent: current, opener: index, isLoop: !isConditional && isBodyOfLoop(index), isConditional: isConditional))
      current = blocks.count - 1
    }
    func close() { current = blocks[current].parent ?? 0 }
    for index in tokens.indices {
      switch tokens[index].text {
      case "{", "(", "[":
        blockOf.append(current)
        openers.append(index)
        if tokens[index].text == "{" { open(index, isConditional: false) }
        continue
      case "}", ")", "]":
        guard let opener = openers.popLast(), "\(self[opener])\(self[index])".isPair else {
          isBroken = true
          return
        }
        partners[opener] = index
        partners[index] = opener
        if self[index] == "}" {
          guard !blocks[current].isConditional else {
            isBroken = true
            return
          }
          close()
        }
      case "#if":
        open(index, isConditional: true)
      case "#else", "#elseif":
        guard blocks[current].isConditional else {
          isBroken = true
          return
        }
        close()
        open(index, isConditional: true)
      case "#endif":
        guard blocks[current].isConditional else {
          isBroken = true
          return
        }
        close()
      default: break
      }
      blockOf.append(current)
    }
    isBroken = isBroken || !openers.isEmpty
  }

  /// Whether a brace opens the body of `for`, `while` or `repeat`. Those have braces, so that of an earlier statement
  /// is met before its keyword.
  private func isBodyOfLoop(_ opener: Int) -> Bool {
    var index = opener - 1
    while index >= 0, !["{", "}", ";"].contains(self[index]) {
      if ["for", "while", "repeat"].contains(self[index]) { return true }
      index -= 1
    }
    return false
  }
}

extension String {
  fileprivate var isPair: Bool { self == "{}" || self == "()" || self == "[]" }
}
