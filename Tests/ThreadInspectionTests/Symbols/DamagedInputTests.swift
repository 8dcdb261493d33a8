#if os(Linux) && arch(x86_64) && canImport(Glibc)
  import Foundation
  import TestSupport
  import Testing

  @testable import ThreadInspection

  /// Feeds damaged bytes to the readers. A reader that traps ends the process.
  @Suite(.ownThreads) struct DamagedInputTests {
    /// How many inputs each test reads; a million in all at full size.
    private static let count = ProofSize.of(small: 2_000, full: 250_000)

    @Test func lineProgram_damaged_doesNotTrap() throws {
      let sample = try Self.lineProgram()
      var rows = 0
      for seed in 0..<Self.count {
        var random = SplitMix(state: UInt64(seed))
        rows += Self.rows(of: sample.damaged(&random), is64: seed % 7 == 0)
      }
      #expect(rows > 0)
    }

    @Test func unit_damaged_doesNotTrap() throws {
      let file = try #require(LineTableTests.Symbolizer.ownImage.flatMap { ElfFile(path: $0) })
      let abbreviations = Array(try #require(file.section(".debug_abbrev")).prefix(400))
      let header = try #require(file.header(".debug_info"))
      let unit = try #require(file.part(of: header, from: 4, count: 300))
      let lists = Array((file.section(".debug_ranges") ?? []).prefix(600))
      var units = 0
      for seed in 0..<Self.count {
        var random = SplitMix(state: UInt64(seed))
        var reader = ByteReader(unit.damaged(&random))
        let is64 = seed % 7 == 0
        guard let unit = try? DwarfUnit(&reader, is64: is64, abbreviations: abbreviations.damaged(&random))
        else { continue }
        units += 1
        let bytes = lists.damaged(&random)
        _ = try? DwarfRanges(ranges: bytes, lists: bytes, addresses: bytes, wanted: [0, 5000, .max]).hits(unit)
      }
      #expect(units > 0)
    }

    @Test func rangeLists_random_doNotTrap() throws {
      for seed in 0..<Self.count {
        var random = SplitMix(state: UInt64(seed))
        let bytes = (0..<64).map { _ in UInt8(truncatingIfNeeded: random.next() & random.next()) }
        let unit = DwarfUnit(version: 5, ranges: seed % 2 == 0 ? .number(UInt64(seed % 60)) : .index(random.next() % 9))
        _ = try? DwarfRanges(ranges: bytes, lists: bytes, addresses: bytes, wanted: [0, 5000, .max]).hits(unit)
      }
    }

    @Test func elfFile_damaged_doesNotTrap() throws {
      let sample = ElfSample.small
      let path = NSTemporaryDirectory() + "damaged-\(UUID().uuidString)"
      defer { try? FileManager.default.removeItem(atPath: path) }
      var sections = 0
      let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
      defer { close(descriptor) }
      for seed in 0..<Self.count / 4 {
        var random = SplitMix(state: UInt64(seed))
        let bytes = sample.damaged(&random)
        try #require(ftruncate(descriptor, 0) == 0 && pwrite(descriptor, bytes, bytes.count, 0) == bytes.count)
        guard let file = ElfFile(path: path) else { continue }
        sections += file.sections.count
        _ = file.section(".text")
        _ = SymbolTable(file).symbols(of: [0, 0x1000, 0x1008, .max])
        _ = LineTable(file).lines(of: [0, 0x1000, .max])
      }
      #expect(sections > 0)
    }

    /// The beginning of the first line program of this image that has lines there, without its length.
    private static func lineProgram() throws -> [UInt8] {
      let file = try #require(LineTableTests.Symbolizer.ownImage.flatMap { ElfFile(path: $0) })
      let header = try #require(file.header(".debug_line"))
      var start: UInt64 = 0
      while let length = file.part(of: header, from: start, count: 4) {
        let count = length.reversed().reduce(0) { $0 << 8 | UInt64($1) }
        if let bytes = file.part(of: header, from: start + 4, count: min(count, 700)), rows(of: bytes, is64: false) > 0
        {
          return bytes
        }
        start += 4 + count
      }
      return try #require(nil, "no line program has lines in its first bytes")
    }

    private static let addresses: [UInt64] = Array(stride(from: 0, to: 0x100_0000, by: 0x1000)) + [.max]

    private static func rows(of program: [UInt8], is64: Bool) -> Int {
      var reader = ByteReader(program)
      guard let header = try? LineHeader(&reader, is64: is64) else { return 0 }
      var program = LineProgram(reader, header: header, wanted: addresses)
      return program.run().count
    }
  }
#endif
