#if os(Linux) && arch(x86_64) && canImport(Glibc)
  import Foundation
  import TestSupport
  import Testing

  @testable import ThreadInspection

  @Suite struct RoleTests {
    private func role(_ symbols: [String?], image: String = "/tests", isComplete: Bool = true) -> Standing.Role {
      let frames = symbols.map { symbol in
        CodePlace(
          function: symbol.map { SymbolTable.Symbol(name: $0, start: 0x1000) }, address: 0x1004, image: image,
          hasLines: false, isSystem: false)
      }
      return RoleFunctions.role(isMain: false, frames: frames, isComplete: isComplete)
    }

    @Test(arguments: ["oot.default-qos", "-qos.overcommit", "DispatchWorker", ""])
    func nameThatDispatchGives_isNone(_ name: String) {
      #expect(ThreadStanding.name(of: ThreadSnapshot(number: 1, name: name, isMain: false)) == nil)
      #expect(ThreadStanding.name(of: ThreadSnapshot(number: 1, name: "saver", isMain: false)) == "saver")
    }

    @Test func mainThread_isTheMainOne_whateverItRuns() {
      #expect(RoleFunctions.role(isMain: true, frames: [nil], isComplete: true) == .main)
    }

    @Test func threadOfDispatch_isOfThePool_ifItRunsATask() {
      #expect(role(["read", "swift_job_run", "_dispatch_worker_thread"]) == .pool)
      #expect(role(["read", "_dispatch_worker_thread"]) == .dispatchWorker)
    }

    @Test func otherThread_isNotOfThePool_evenIfItRunsATask() {
      #expect(role(["read", "swift_job_run", "start_thread"]) == .other)
      #expect(role(["start_thread"]) == .other)
    }

    /// A system can have the library of Dispatch without the names of its functions.
    @Test func threadOfDispatch_isKnownByItsLibraryToo() {
      #expect(role(["swift_job_run", nil], image: "/usr/lib/swift/linux/libdispatch.so") == .pool)
    }

    @Test func threadWhoseStartIsNotKnown_isTakenForOneOfThePool() {
      #expect(role(["read", "swift_job_run", nil], isComplete: false) == .pool)
    }

    /// In a process of its own, because it reads all threads, and keeps one of the concurrency pool.
    @Test(.realTime, .ownThreads) func threadsOfQueuesAndTasks_haveTheirRoles() async {
      await #expect(processExitsWith: .success) {
        try await OwnThreads.run { try await Self.rolesAreFound() }
      }
    }

    private static func rolesAreFound() async throws {
      let gate = DispatchSemaphore(value: 0)
      let (worker, pool, own) = (Parking(), Parking(), Parking())
      DispatchQueue.global().async { park(worker, gate) }
      Task.detached { park(pool, gate) }
      guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return }
      Task.detached(executorPreference: ThreadExecutor()) { park(own, gate) }
      defer { for _ in 0..<3 { gate.signal() } }
      var roles: [Standing.Role] = []
      for parking in [worker, pool, own] {
        let threads = try #require(await parking.whenAsleep { _ in ThreadCensus.take(limit: .seconds(5)) })
        roles.append(try role(of: try #require(threads.first { $0.number == parking.thread })))
      }
      #expect(roles == [.dispatchWorker, .pool, .other])
    }

    private static func role(of thread: ThreadSnapshot) throws -> Standing.Role {
      let unwinder = try Unwinder.present()
      let walk = unwinder.walk(try #require(thread.stack))
      let places = Symbolizer(images: unwinder.images, memory: unwinder.memory).places(of: walk.frames.map(\.lookup))
      let frames = walk.frames.map { places.places[$0.lookup] }
      return RoleFunctions.role(isMain: false, frames: frames, isComplete: walk.isComplete)
    }

    private static func park(_ parking: Parking, _ gate: DispatchSemaphore) {
      parking.note()
      // Has a limit, because it takes a thread from the pool, which the test needs to continue.
      _ = gate.wait(timeout: .now() + 5)
    }
  }
#endif
