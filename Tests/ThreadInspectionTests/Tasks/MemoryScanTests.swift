#if os(Linux)
  import Foundation
  import Testing

  @testable import ThreadInspection

  /// The search for a word in memory that changes meanwhile.
  @Suite struct MemoryScanTests {
    private static let pages = 8
    private let page = sysconf(Int32(_SC_PAGESIZE))
    private let word = UInt64.random(in: 1 << 32 ... .max)
    private let start: UnsafeMutableRawPointer

    /// Maps pages, each of which begins with the word.
    init() throws {
      let start = try #require(mmap(nil, Self.pages * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))
      self.start = start
      for index in 0..<Self.pages { (start + index * page).storeBytes(of: word, as: UInt64.self) }
    }

    private var range: Range<UInt64> {
      UInt64(UInt(bitPattern: start))..<UInt64(UInt(bitPattern: start + Self.pages * page))
    }

    /// The pages in which a search finds the word.
    private func found(_ search: (inout MemoryScan) throws -> Void) throws -> Set<Int> {
      var scan = MemoryScan(memory: try #require(ProcessMemory()), word: word, step: 2)
      try search(&scan)
      return Set(scan.found.map { Int($0 - range.lowerBound) / page })
    }

    private func run(_ scan: inout MemoryScan) {
      let isComplete = scan.run([range], until: .now + .seconds(60))
      #expect(isComplete)
    }

    @Test func allPages_areSearched() throws {
      defer { munmap(start, Self.pages * page) }
      #expect(try found(run) == Set(0..<Self.pages))
    }

    /// The heap can become smaller after its bounds were read, or after its pages were.
    @Test(arguments: [0, 3, 7]) func pageThatIsGone_hidesNoOther(_ gone: Int) throws {
      munmap(start + gone * page, page)
      defer {
        munmap(start, gone * page)
        munmap(start + (gone + 1) * page, (Self.pages - gone - 1) * page)
      }
      let others = Set(0..<Self.pages).subtracting([gone])
      #expect(try found(run) == others)
      #expect(try found { $0.search(range, try #require(MappedBuffer(count: Self.pages * page))) } == others)
    }

    @Test func pagesInUse_areRuns() {
      let runs = ResidentPages.runs([0, 1, 1, 0, 1], page: 0x1000, from: 0x10000)
      #expect(runs == [0x11000..<0x13000, 0x14000..<0x15000])
      #expect(ResidentPages.runs([], page: 0x1000, from: 0).isEmpty)
    }
  }
#endif
