#if os(Linux) && arch(x86_64)
  import Foundation
  import Testing

  @testable import ThreadInspection

  struct SleepingThreadTests {
    @Test(arguments: SleepingKind.all)
    func userFunction_isFound(kind: SleepingKind) async throws {
      let parking = Parking()
      Thread.detachNewThread { kind.sleep(parking) }
      defer { kind.release() }
      let stack = try #require(await parking.whenAsleep { $0 })
      let unwinder = try Unwinder.present()
      let walk = unwinder.walk(stack)
      let frame = try #require(unwinder.innermost(walk, inImageOf: parking.address))
      let extent = try #require(unwinder.extent(around: parking.address - 1))
      // The functions of a sanitizer lie in the image of the test.
      let isFound = SanitizerRuntime.isPresent ? walk.frames.contains { extent.contains($0.lookup) } : false
      #expect(isFound || extent.contains(frame.lookup))
      #expect(frame.isAfterCall)
      #expect(walk.isComplete)
    }
  }
#endif
