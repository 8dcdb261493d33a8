/// How to unwind one function: a "frame description entry", FDE, of `.eh_frame` with its CIE.
struct FunctionFrame: Sendable {
  /// The addresses of the function.
  var range: Range<UInt64>
  var common: CommonFrameInformation
  var instructions: ByteReader
  /// The address of the first byte of the reader's bytes.
  var instructionsBase: UInt64

  init(at address: UInt64, in memory: any MemorySource) throws {
    var entry = try FrameEntry(at: address, in: memory)
    let distance = try entry.reader.u32()
    // Zero marks a CIE; otherwise the CIE lies this far before the field.
    guard distance != 0 else { throw FrameEntry.Malformed() }
    common = try CommonFrameInformation(FrameEntry(at: entry.address &- UInt64(distance), in: memory))
    let start = try entry.address(common.encoding)
    let (end, overflow) = start.addingReportingOverflow(try common.encoding.number(&entry.reader))
    guard !overflow else { throw FrameEntry.Malformed() }
    range = start..<end
    if common.hasAugmentation {
      let length = try entry.reader.uleb()
      try entry.reader.skip(Int(truncatingIfNeeded: length))
    }
    instructions = entry.reader
    instructionsBase = entry.address
  }
}
