import Foundation
import Testing

@testable import ThreadInspection

/// Feeds damaged bytes to the readers. A reader that traps ends the process.
@Suite(.ownThreads) struct DamagedInputTests {
  /// How many inputs each test reads; a million in all at full size.
  private static var count: Int {
    ProcessInfo.processInfo.environment["EXPECTATIONS_PROOFS"] == "full" ? 250_000 : 2_000
  }

  @Test func lineProgram_damaged_doesNotTrap() throws {
    let sample = try Self.lineProgram()
    var rows = 0
    for seed in 0..<Self.count {
      var random = Random(UInt64(seed))
      let bytes = sample.damaged(&random)
      var reader = ByteReader(bytes)
      guard let header = try? LineHeader(&reader, is64: seed % 7 == 0) else { continue }
      var program = LineProgram(reader, header: header, wanted: [0, 100, 0x1_0000, 0x10_0000, .max])
      rows += program.run().count
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
      var random = Random(UInt64(seed))
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
      var random = Random(UInt64(seed))
      let bytes = (0..<64).map { _ in UInt8(truncatingIfNeeded: random.next() & random.next()) }
      let unit = DwarfUnit(version: 5, ranges: seed % 2 == 0 ? .number(UInt64(seed % 60)) : .index(random.next() % 9))
      _ = try? DwarfRanges(ranges: bytes, lists: bytes, addresses: bytes, wanted: [0, 5000, .max]).hits(unit)
    }
  }

  @Test func elfFile_damaged_doesNotTrap() throws {
    let sample = Self.smallElfFile
    let path = NSTemporaryDirectory() + "damaged-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: path) }
    var sections = 0
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    defer { close(descriptor) }
    for seed in 0..<Self.count / 4 {
      var random = Random(UInt64(seed))
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

  // MARK: Samples

  /// The first line program of this image, without its length.
  private static func lineProgram() throws -> [UInt8] {
    let file = try #require(LineTableTests.Symbolizer.ownImage.flatMap { ElfFile(path: $0) })
    let header = try #require(file.header(".debug_line"))
    let bytes = try #require(file.part(of: header, from: 4, count: 700))
    return bytes
  }

  /// A file with one function, `f`, at 0x1000.
  static let smallElfFile = ElfSample.file(
    sections: [
      (".text", 1, [UInt8](repeating: 0x90, count: 16)),
      (".strtab", 3, Array("\0f\0".utf8)),
      (".symtab", 2, ElfSample.symbol(name: 1, value: 0x1000, size: 16)),
      (".debug_info", 1, [UInt8](repeating: 7, count: 40)),
      (".debug_abbrev", 1, [7, 0x11, 0, 0, 0, 0]),
      (".debug_line", 1, [UInt8](repeating: 1, count: 40)),
    ])
}

/// Numbers that are the same in every run.
struct Random: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed &* 0x9e37_79b9_7f4a_7c15 &+ 1 }

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    let mixed = (state ^ (state >> 33)) &* 0xff51_afd7_ed55_8ccd
    return mixed ^ (mixed >> 29)
  }
}

extension [UInt8] {
  /// These bytes with a few of them changed, and sometimes without the end.
  func damaged(_ random: inout Random) -> [UInt8] {
    var bytes = self
    for _ in 0..<Int.random(in: 1...6, using: &random) where !bytes.isEmpty {
      let extremes: [UInt8] = [0, 1, 0x7f, 0x80, 0xff, UInt8.random(in: 0...255, using: &random)]
      bytes[Int.random(in: 0..<bytes.count, using: &random)] = extremes.randomElement(using: &random) ?? 0
    }
    if Bool.random(using: &random) { bytes = Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &random))) }
    return bytes
  }
}
