import Foundation

/// What the recorder has written. `TraceFormat.h` defines the format.
struct TraceFile: Sendable {
  /// The address of an edge in the file of the program, and whether a function begins there.
  struct Edge: Equatable, Sendable {
    var address: UInt64
    var isEntry: Bool
  }

  /// The program with the edges.
  var image = ""
  /// The first has no code, because the recorder counts from 1.
  var edges = [Edge(address: 0, isEntry: false)]
  var trace = Trace()

  private static let mostThreads = 256

  init(_ data: Data) throws {
    let reader = TraceReader(data: data)
    guard !data.isEmpty else { throw TraceError("the trace is empty") }
    guard data.prefix(8) == Data("EXPTRACE".utf8), try reader.int(at: 8) == 1 else { throw TraceReader.damaged }
    let (edgeOffset, threadOffset) = (try reader.int(at: 40), try reader.int(at: 48))
    for edge in 0..<min(try reader.int(at: 16), 1 << 20) {
      let start = edgeOffset + 16 * edge
      edges.append(Edge(address: try reader.number(at: start), isEntry: try reader.number(at: start + 8) & 1 == 1))
    }
    trace.hasExited = try reader.number(at: 32) == 1
    let timeout = try reader.number(at: 72)
    if timeout > 0 {
      trace.timeout = Trace.Timeout(
        time: timeout, name: try reader.text(at: 88, 256), file: try reader.text(at: 344, 512),
        line: try reader.int(at: 80))
    }
    image = try reader.text(at: 856, 512)
    let (first, last) = (try reader.int(at: 56), try reader.int(at: 64))
    let threads = try reader.int(at: 24)
    trace.lostThreads = max(0, threads - Self.mostThreads)
    for thread in 0..<min(threads, Self.mostThreads) {
      let start = threadOffset + thread * (8 + 24 * (first + last))
      try read(thread, reader, at: start, first: first, last: last)
    }
    trace.records.sort { $0.time < $1.time }
  }

  private mutating func read(_ thread: Int, _ reader: TraceReader, at start: Int, first: Int, last: Int) throws {
    let count = try reader.int(at: start)
    trace.lost += max(0, count - first - last)
    for position in Array(0..<min(count, first)) + Array(max(first, count - last)..<max(first, count)) {
      let start = start + 8 + 24 * (position < first ? position : first + (position - first) % last)
      let record = Trace.Record(
        time: try reader.number(at: start), edge: try reader.int(at: start + 16), thread: thread,
        task: try reader.number(at: start + 8))
      // A process that is killed leaves a record that is not finished.
      if record.time > 0, edges.indices.dropFirst().contains(record.edge) { trace.records.append(record) }
    }
  }
}

/// Reads at offsets, and never beyond the end of the file.
struct TraceReader {
  static let damaged = TraceError("the trace is cut off or damaged; run the test again")
  let data: Data

  func number(at offset: Int) throws -> UInt64 {
    guard offset <= data.count - 8 else { throw Self.damaged }
    return data.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: UInt64.self) }
  }

  func int(at offset: Int) throws -> Int {
    guard let number = Int(exactly: try number(at: offset)), number < 1 << 40 else { throw Self.damaged }
    return number
  }

  func text(at offset: Int, _ size: Int) throws -> String {
    guard offset <= data.count - size else { throw Self.damaged }
    return String(decoding: data.dropFirst(offset).prefix(size).prefix { $0 != 0 }, as: UTF8.self)
  }
}
