import Foundation

/// What ran: the edges in their order, and where a wait timed out.
struct Trace: Sendable {
  struct Record: Equatable, Sendable {
    /// Nanoseconds.
    var time: UInt64
    var edge: Int
    var thread: Int
    /// 0 for code that is in no task.
    var task: UInt64 = 0
  }

  /// A wait whose time was over.
  struct Timeout: Equatable, Sendable {
    var time: UInt64
    /// What had not come, in quotation marks.
    var name: String
    var file: String
    var line: Int
  }

  var records: [Record] = []
  var timeout: Timeout?
  /// How many records the threads had no room for. They are missing in the middle of a thread.
  var lost = 0
  /// How many threads ran code, and had no room at all.
  var lostThreads = 0
  /// Whether the process came to its end by itself.
  var hasExited = true
}

/// What is known of the code in the user's files.
struct TracedCode: Sendable {
  struct Function: Hashable, Sendable {
    /// `Thumbnailer.make(_:completion:)`, or `closure #1 in Thumbnailer.make(_:completion:)`.
    var name: String
    var file: String
  }

  /// The code from one edge to the next: it runs as a whole, unless a call in it does not return.
  struct Block: Equatable, Sendable {
    /// The index of its function.
    var function: Int
    /// In the order of its code.
    var lines: [Int]
    /// Whether a call of the function begins here, and no continuation.
    var isEntry = false
    /// How many bytes of code it is.
    var size = 0
  }

  var functions: [Function] = []
  /// By edge: of functions that ran, all; of others, only the first.
  var blocks: [Int: Block] = [:]
  /// The lines of the files.
  var sources: [String: [String]] = [:]

  func text(_ file: String, _ line: Int) -> String {
    guard let lines = sources[file], lines.indices.contains(line - 1) else { return "" }
    return lines[line - 1].trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Whether something can be done there: not a line of closing brackets.
  func isStatement(_ file: String, _ line: Int) -> Bool {
    let text = text(file, line)
    return text.isEmpty || text != "} else {" && !text.allSatisfy { "{}()[],;".contains($0) }
  }
}
