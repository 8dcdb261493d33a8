#if os(Linux) && arch(x86_64) && canImport(Glibc)
  import Testing

  @testable import ThreadInspection

  /// `StuckProgramTests` looks at real threads.
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
  }
#endif
