import Testing

@testable import ThreadInspection

@Suite struct LineProgramTests {
  private typealias Row = LineProgram.Row

  /// Lines 10 at 0x1000, 12 at 0x1004, none at 0x1008, 13 at 0x100c, up to 0x1010.
  private static let instructions: [UInt8] =
    [0, 9, 2] + ElfSample.bytes(UInt64(0x1000)) + [3, 9, 1]  // the address, the line 10, a row
    + [2, 4, 3, 2, 1]  // 4 bytes and 2 lines on
    + [2, 4, 3, 0x74, 1]  // 4 bytes on, the line 0
    + [2, 4, 3, 13, 1]  // 4 bytes on, the line 13
    + [2, 4, 0, 1, 1]  // the end

  private static let version4: [UInt8] = [4, 0] + ElfSample.bytes(UInt32(lists4.count)) + lists4

  private static let encoding: [UInt8] = [1, 1, 1, 0xfb, 14, 13, 0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1]
  private static let lists4: [UInt8] = encoding + Array("/src\0\0a.swift\0".utf8) + [1, 0, 0, 0]

  private static let version5: [UInt8] = [5, 0, 8, 0] + ElfSample.bytes(UInt32(lists5.count)) + lists5
  private static let lists5: [UInt8] =
    encoding + [1, 1, 0x08, 1] + Array("/src\0".utf8) + [2, 1, 0x08, 2, 0x0b, 2] + Array("a.swift\0\0b.swift\0\0".utf8)

  private func rows(_ bytes: [UInt8], _ wanted: [UInt64]) throws -> [UInt64: (line: Int64, shown: Int64)] {
    var reader = ByteReader(bytes)
    let header = try #require(try LineHeader(&reader, is64: false))
    var program = LineProgram(reader, header: header, wanted: wanted)
    return program.run().mapValues { ($0.line, $0.shownLine) }
  }

  @Test(arguments: [version4, version5])
  func addresses_haveTheRowBeforeThem(_ header: [UInt8]) throws {
    let rows = try rows(header + Self.instructions, [0xfff, 0x1000, 0x1003, 0x1004, 0x1009, 0x100f, 0x1010])
    #expect(rows.mapValues { $0.line } == [0x1000: 10, 0x1003: 10, 0x1004: 12, 0x1009: 0, 0x100f: 13])
  }

  @Test func codeOfTheCompiler_showsTheLineBefore() throws {
    let row = try #require(try rows(Self.version4 + Self.instructions, [0x1009])[0x1009])
    #expect(row.line == 0)
    #expect(row.shown == 12)
  }

  @Test func specialInstruction_changesAddressAndLine() throws {
    // 13 is the first special one, -5 the smallest step, 14 the number of steps: 2 bytes and 1 line on.
    let special: UInt8 = 13 + 2 * 14 + 6
    let bytes = Self.version4 + Self.instructions.prefix(14) + [special, 2, 4, 0, 1, 1]
    let rows = try rows(Array(bytes), [0x1001, 0x1002])
    #expect(rows.mapValues { $0.line } == [0x1001: 10, 0x1002: 11])
  }

  @Test func program_cutOff_keepsWhatItSaidBefore() throws {
    let bytes = Self.version4 + Self.instructions.dropLast(12)
    let rows = try rows(Array(bytes), [0x1000, 0x100c])
    #expect(rows.mapValues { $0.line } == [0x1000: 10])
  }

  #if os(Linux) && arch(x86_64) && canImport(Glibc)
    @Test func files_joinFolderAndName() throws {
      let file = try #require(LineTableTests.Symbolizer.ownImage.flatMap { ElfFile(path: $0) })
      for (bytes, first) in [(Self.version4, UInt64(1)), (Self.version5, 0)] {
        var reader = ByteReader(bytes + Self.instructions)
        let header = try #require(try LineHeader(&reader, is64: false))
        let files = LineFiles(header: header, unit: DwarfUnit(version: header.version), texts: DwarfTexts(file))
        #expect(files.path(first) == "/src/a.swift")
        #expect(files.path(first + 2) == nil)
        #expect(files.path(.max) == nil)
      }
    }
  #endif

  @Test func unknownVersion_isNotRead() throws {
    var reader = ByteReader([9, 0] + Self.version4.dropFirst(2))
    #expect(try LineHeader(&reader, is64: false) == nil)
  }
}
