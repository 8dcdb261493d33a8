import Foundation

/// What the recorder has written. `Recorder.c` defines the format.
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

  static let damaged = TraceError("the trace is cut off or damaged; run the test again")
  private static let mostThreads = 256

  init(_ data: Data) throws {
    guard !data.isEmpty else { throw TraceError("the trace is empty") }
    guard data.prefix(8) == Data("EXPTRACE".utf8) else { throw Self.damaged }
    // After the magic: the numbers of the header, in its order.
    let (edgeCount, threads) = (try data.int(at: 8), try data.int(at: 16))
    let (edgeOffset, threadOffset) = (try data.int(at: 32), try data.int(at: 40))
    let (first, last) = (try data.int(at: 48), try data.int(at: 56))
    trace.hasExited = try data.number(at: 24) == 1
    image = String(decoding: data.dropFirst(64).prefix { $0 != 0 }, as: UTF8.self)
    for start in stride(from: edgeOffset, to: edgeOffset + 16 * min(edgeCount, 1 << 20), by: 16) {
      edges.append(Edge(address: try data.number(at: start), isEntry: try data.number(at: start + 8) & 1 == 1))
    }
    trace.lost = max(0, threads - Self.mostThreads)
    for thread in 0..<min(threads, Self.mostThreads) {
      let start = threadOffset + thread * (8 + 24 * (first + last))
      let count = try data.int(at: start)
      trace.lost += max(0, count - first - last)
      for position in Array(0..<min(count, first)) + Array(max(first, count - last)..<max(first, count)) {
        let start = start + 8 + 24 * (position < first ? position : first + (position - first) % last)
        let record = Trace.Record(
          time: try data.number(at: start), edge: try data.int(at: start + 16), thread: thread,
          task: try data.number(at: start + 8))
        // A process that is killed leaves a record that is not finished.
        if record.time > 0, edges.indices.dropFirst().contains(record.edge) { trace.records.append(record) }
      }
    }
    trace.records.sort { $0.time < $1.time }
  }
}

// Reads at offsets, and never beyond the end.
extension Data {
  fileprivate func number(at offset: Int) throws -> UInt64 {
    guard offset <= count - 8 else { throw TraceFile.damaged }
    return withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: UInt64.self) }
  }

  fileprivate func int(at offset: Int) throws -> Int {
    guard let number = Int(exactly: try number(at: offset)), number < 1 << 40 else { throw TraceFile.damaged }
    return number
  }
}
