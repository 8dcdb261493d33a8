#if os(Linux) && arch(x86_64) && canImport(Glibc)
  import Foundation
  import TestSupport
  import Testing

  @testable import ThreadInspection

  /// Tests may run on another machine than the one that built them.
  @Suite struct MissingSourceTests {
    /// In a process of its own, because it reads all threads.
    @Test(.ownThreads, .exactLines) func sourcesThatAreElsewhere_doNotHideTheLines() async {
      await #expect(processExitsWith: .success) {
        try await OwnThreads.run {
          try Self.programWithoutItsSourcesHasLines()
          try Self.programWithSomeOfItsSourcesHasOnlyThese()
        }
      }
    }

    private static let standFile = #filePath.replacingOccurrences(of: "MissingSourceTests", with: "Stand")

    /// Where a thread of this test stands, and everything that stands elsewhere.
    private static func standings(
      hasSource: @escaping (String) -> Bool
    ) throws -> (thread: Standing?, others: [Standing]) {
      let gate = DispatchSemaphore(value: 0)
      let parking = Parking.start { parking in standAtSemaphore(parking, gate) }
      defer { gate.signal() }
      _ = parking.readAsleep()
      let all = ProcessInspector.copy(limit: .seconds(10)).resolve(WorkLimit { 0 }, hasSource: hasSource)
      let own = all.first { $0.subject.identity == .thread(parking.thread) }
      return (own, all.filter { $0.subject.identity != nil && $0 != own })
    }

    private static func programWithoutItsSourcesHasLines() throws {
      let (thread, others) = try standings { _ in false }
      let present = try standings(hasSource: SourceText.exists)
      #expect(thread?.place?.file == standFile)
      #expect(thread?.place?.line == present.thread?.place?.line)
      #expect(thread?.callee == "DispatchSemaphore.wait()")
      // Nothing of the toolchain is taken for yours.
      let files = others.compactMap { $0.place?.file }
      #expect(files.allSatisfy { $0.contains("/Tests/") }, "\(files)")
    }

    private static func programWithSomeOfItsSourcesHasOnlyThese() throws {
      #expect(try standings { $0 == #filePath }.thread?.place?.file == #filePath)
    }
  }
#endif
