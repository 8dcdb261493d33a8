import Foundation

/// What the recorder has written. `TraceFormat.h` defines the format.
struct TraceFile: Sendable {
  /// A program or library, and the numbers of its edges.
  struct Image: Equatable, Sendable {
    var path: String
    var edges: Range<Int>
  }

  /// The address of an edge in the file of its image, and whether a function begins there.
  struct Edge: Equatable, Sendable {
    var address: UInt64
    var isEntry: Bool
  }

  /// The edges of all images. The first has no code, because the recorder counts from 1.
  var edges = [Edge(address: 0, isEntry: false)]
  var images: [Image] = []
  var trace = Trace()

  init(_ data: Data) throws {
    let reader = try TraceReader(data)
    for index in 0..<reader.count(.images, atMost: 16) {
      let start = reader.offset(.imageOffset) + 512 * index
      let (first, count) = (try reader.int(at: start + 8), try reader.int(at: start + 16))
      guard first == edges.count, count <= 1 << 20 else { throw TraceReader.damaged }
      images.append(Image(path: try reader.text(at: start + 24, 488), edges: first..<first + count))
      for edge in first..<first + count {
        let start = reader.offset(.edgeOffset) + 16 * (edge - 1)
        edges.append(Edge(address: try reader.number(at: start), isEntry: try reader.number(at: start + 8) & 1 == 1))
      }
    }
    guard edges.count > 1 else { throw TraceError("the trace is empty: no code of the test was compiled for it") }
    for index in 0..<reader.count(.marks, atMost: 256) {
      let start = reader.offset(.markOffset) + 512 * index
      let mark = Trace.Mark(
        time: try reader.number(at: start), isTimeout: try reader.number(at: start + 8) == 2,
        name: try reader.text(at: start + 24, 232), file: try reader.text(at: start + 256, 256),
        line: try reader.int(at: start + 16))
      // One that was not finished has no time.
      if mark.time > 0 { trace.marks.append(mark) }
    }
    for thread in 0..<reader.count(.threads, atMost: 256) { try read(thread, reader) }
    trace.records.sort { $0.time < $1.time }
    trace.hasExited = reader.count(.exited, atMost: 1) == 1
  }

  private mutating func read(_ thread: Int, _ reader: TraceReader) throws {
    let (first, last) = (reader.offset(.firstRecords), reader.offset(.lastRecords))
    let start = reader.offset(.threadOffset) + thread * (8 + 24 * (first + last))
    let count = try reader.int(at: start)
    trace.lost += max(0, count - first - last)
    for position in Array(0..<min(count, first)) + Array(max(first, count - last)..<max(first, count)) {
      let slot = position < first ? position : first + (position - first) % last
      let start = start + 8 + 24 * slot
      let record = Trace.Record(
        time: try reader.number(at: start), edge: try reader.int(at: start + 16), thread: thread,
        task: try reader.number(at: start + 8))
      // A process that is killed leaves a record that is not finished.
      if record.time > 0, edges.indices.contains(record.edge) { trace.records.append(record) }
    }
  }
}

/// Reads numbers at offsets, and never beyond the end of the file.
struct TraceReader {
  enum Field: Int {
    case version = 1
    case images, edges, marks, threads, timedOut, exited
    case imageOffset, markOffset, edgeOffset, threadOffset, firstRecords, lastRecords
  }

  static let damaged = TraceError("the trace is cut off or damaged; run the test again")
  private let data: Data
  private let fields: [UInt64]

  init(_ data: Data) throws {
    self.data = data
    guard data.count >= 14 * 8 else {
      throw data.isEmpty ? TraceError("the trace is empty") : Self.damaged
    }
    fields = data.withUnsafeBytes { bytes in (0..<14).map { bytes.loadUnaligned(fromByteOffset: 8 * $0, as: UInt64.self) } }
    guard data.prefix(8) == Data("EXPTRACE".utf8), fields[Field.version.rawValue] == 1 else { throw Self.damaged }
    for field in Field.imageOffset.rawValue...Field.lastRecords.rawValue {
      guard (1...1 << 40).contains(fields[field]) else { throw Self.damaged }
    }
  }

  func offset(_ field: Field) -> Int { Int(fields[field.rawValue]) }

  func count(_ field: Field, atMost limit: UInt64) -> Int { Int(min(fields[field.rawValue], limit)) }

  func number(at offset: Int) throws -> UInt64 {
    guard offset <= data.count - 8 else { throw Self.damaged }
    return data.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: UInt64.self) }
  }

  func int(at offset: Int) throws -> Int {
    guard let number = Int(exactly: try number(at: offset)), number < 1 << 60 else { throw Self.damaged }
    return number
  }

  func text(at offset: Int, _ size: Int) throws -> String {
    guard offset <= data.count - size else { throw Self.damaged }
    return String(decoding: data[(data.startIndex + offset)...].prefix(size).prefix { $0 != 0 }, as: UTF8.self)
  }
}
