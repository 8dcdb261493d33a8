import Testing

@testable import ThreadInspection

struct MemoryMappingTests {
  @Test func line_withFile_isParsed() throws {
    let text = "7f00a000-7f00c000 r-xp 00001000 fe:00 1234                       /usr/lib/a file.so (deleted)"
    let mapping = try #require(MemoryMapping.all(in: Array(text.utf8)).first)
    #expect(mapping.range == 0x7f00_a000..<0x7f00_c000)
    #expect(mapping.isReadable && !mapping.isWritable && mapping.isExecutable && mapping.isPrivate)
    #expect(mapping.offset == 0x1000)
    #expect(mapping.inode == 1234)
    #expect(mapping.path == "/usr/lib/a file.so (deleted)")
    #expect(!mapping.isAnonymous)
  }

  @Test(arguments: [
    ("1000-2000 rw-p 00000000 00:00 0 ", true),
    ("1000-2000 rw-p 00000000 00:00 0                          [heap]", true),
    ("1000-2000 rw-s 00000000 00:01 77                         /dev/zero (deleted)", false),
    ("1000-2000 r-xp 00000000 00:00 0                          [vdso]", false),
  ])
  func memory_withoutFile_isAnonymous(line: String, isAnonymous: Bool) throws {
    #expect(try #require(MemoryMapping.all(in: Array(line.utf8)).first).isAnonymous == isAnonymous)
  }

  @Test(arguments: [
    "", "1000-2000", "2000-1000 r--p 0 0:0 0", "x-y r--p 0 0:0 0", "1000-2000 r- 0 0:0 0", "1-2 r--p 0 0:0 z",
  ])
  func line_thatIsDamaged_isLeftOut(line: String) { #expect(MemoryMapping.all(in: Array(line.utf8)).isEmpty) }
}
