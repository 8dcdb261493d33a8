#if os(Linux)
  import Foundation
  import Testing

  @testable import ThreadInspection

  /// Memory in which nothing can be read, or only an ELF header at one address.
  private struct RecordedHeaders: MemorySource {
    var starts: [UInt64]

    func bytes(at address: UInt64, count: Int) -> [UInt8] { starts.contains(address) ? Self.header : [] }

    /// A header with two parts: one to load at 0x40_0000, with code, and the table for unwinding.
    private static let header: [UInt8] = {
      var bytes: [UInt8] = [0x7f, 0x45, 0x4c, 0x46, 2, 1, 1] + [UInt8](repeating: 0, count: 57)
      bytes[32] = 64
      bytes[54] = 56
      bytes[56] = 2
      func append(_ words: [UInt64]) {
        for word in words { withUnsafeBytes(of: word.littleEndian) { bytes += $0 } }
      }
      append([0x5_0000_0001, 0, 0x40_0000, 0x40_0000, 0x2000, 0x2000, 0x1000])
      append([0x4_6474_e550, 0x1000, 0x40_1000, 0x40_1000, 0x20, 0x20, 4])
      return bytes
    }()
  }

  struct ImageMapTests {
    private static func map(_ lines: [String], headersAt starts: [UInt64]) -> ImageMap {
      let text = lines.joined(separator: "\n")
      return ImageMap(MemoryMapping.all(in: Array(text.utf8)), in: RecordedHeaders(starts: starts))
    }

    @Test func mappingsOfOneFile_areOneImage() throws {
      let map = Self.map(
        [
          "400000-401000 r--p 00000000 fe:00 5 /program", "401000-402000 r-xp 00001000 fe:00 5 /program",
          "402000-403000 rw-p 00002000 fe:00 5 /program", "403000-404000 rw-p 00000000 00:00 0 ",
        ], headersAt: [0x40_0000])
      let image = try #require(map.images.first)
      #expect(map.images.count == 1)
      #expect(image.range == 0x40_0000..<0x40_3000)
      #expect(image.bias == 0)
      #expect(image.frameHeader == 0x40_1000)
      #expect(map.hasCode(at: 0x40_1000))
      #expect(!map.hasCode(at: 0x40_0fff))
      #expect(!map.hasCode(at: 0x40_2000))
      #expect(map.anonymousMemory == [0x40_3000..<0x40_4000])
    }

    /// Before its data, a shared library has pages without access, with the offset of the data.
    @Test func libraryWithPagesWithoutAccess_isOneImage() {
      let map = Self.map(
        [
          "7f0000000000-7f0000100000 r--p 00000000 fe:00 9 /p/AppTests.so",
          "7f0000100000-7f00003a5000 r-xp 00100000 fe:00 9 /p/AppTests.so",
          "7f00003a5000-7f00003a6000 ---p 003a5000 fe:00 9 /p/AppTests.so",
          "7f00003a6000-7f00003b0000 r--p 003a5000 fe:00 9 /p/AppTests.so",
          "7f00003b0000-7f00003c0000 rw-p 003af000 fe:00 9 /p/AppTests.so",
        ], headersAt: [0x7f00_0000_0000])
      #expect(map.images.map(\.range) == [0x7f00_0000_0000..<0x7f00_003c_0000])
    }

    @Test func fileMappedAsData_besideItsImage_isNoImage() {
      let map = Self.map(
        [
          "700000-702000 r--p 00000000 fe:00 5 /library", "800000-801000 r--p 00000000 fe:00 5 /library",
          "801000-802000 r-xp 00001000 fe:00 5 /library", "802000-804000 r--p 00000000 fe:00 5 /library",
        ], headersAt: [0x70_0000, 0x80_0000, 0x80_2000])
      #expect(map.images.map(\.range) == [0x80_0000..<0x80_2000])
      #expect(map.images.first?.bias == 0x40_0000)
    }

    @Test func image_whoseHeadersCannotBeRead_isLeftOut() {
      #expect(Self.map(["400000-401000 r-xp 00000000 fe:00 5 /program"], headersAt: []).images.isEmpty)
    }

    @Test func thisProcess_hasItsCodeAndItsHeap() throws {
      // Before the map is read, because the heap may grow for it.
      let block = try #require(malloc(64))
      defer { free(block) }
      let memory = try #require(ProcessMemory())
      let map = try #require(ImageMap.capture(memory))
      let function = UInt64(UInt(bitPattern: try #require(dlsym(nil, "getenv"))))
      #expect(map.hasCode(at: function))
      #expect(map.image(at: function)?.path.contains("libc.so") == true)
      #expect(map.image(at: function)?.frameHeader != nil)
      #expect(map.images.contains { $0.path == "[vdso]" })
      var local = 0
      let address = withUnsafeMutablePointer(to: &local) { UInt64(UInt(bitPattern: $0)) }
      #expect(map.image(at: address) == nil)
      #expect(map.anonymousMemory.contains { $0.contains(UInt64(UInt(bitPattern: block))) })
    }

    @Test func memory_thatIsNotThere_isAShortRead() throws {
      let memory = try #require(ProcessMemory())
      #expect(memory.bytes(at: 0, count: 8).isEmpty)
      #expect(memory.bytes(at: .max, count: 8).isEmpty)
      #expect(memory.bytes(at: 0x8000_0000_0000, count: 8).isEmpty)
      let page = try #require(mmap(nil, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))
      let address = UInt64(UInt(bitPattern: page))
      munmap(page + 4096, 4096)
      #expect(memory.bytes(at: address + 4000, count: 200).count == 96)
      #expect(memory.word(at: address + 4092) == nil)
      munmap(page, 4096)
    }

    @Test func map_withATruncatedFileAndAForbiddenOne_isCaptured() throws {
      let files = try BadMappings()
      defer { files.remove() }
      let memory = try #require(ProcessMemory())
      let map = try #require(ImageMap.capture(memory))
      #expect(!map.images.contains { $0.path == files.path })
      #expect(map.images.count > 3)
    }
  }
#endif
