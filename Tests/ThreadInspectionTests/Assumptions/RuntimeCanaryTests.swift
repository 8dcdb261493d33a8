#if os(Linux) && arch(x86_64) && canImport(Glibc)
  import Foundation
  import TestSupport
  import Testing

  @testable import ThreadInspection

  /// One test for each assumption about the Swift runtime and the compiler. When one fails, a new toolchain has changed
  /// what it says: the module leaves out what depends on it, and its file must be adapted.
  @Suite(.ownThreads) struct RuntimeCanaryTests {
    /// How often a test looks for a task that is suspended. Not a time: while other tests hold the concurrency pool,
    /// neither the task nor the sleep between two looks comes to its end.
    private static let mostLooks = 4_000

    private func status(of task: UInt) throws -> UInt32 {
      let memory = try #require(ProcessMemory())
      return try #require(memory.integer(at: UInt64(task) + UInt64(TaskLayout.status), as: UInt32.self))
    }

    @Test func taskLayout_fieldsAreThere() async throws {
      let memory = try #require(ProcessMemory())
      let task = Task { try? await Task.sleep(for: .seconds(600)) }
      defer { task.cancel() }
      let address = UInt64(unsafeBitCast(task, to: UInt.self))
      var need: TaskSnapshot.Need?
      for _ in 0..<Self.mostLooks where need != .continuation {
        try await Task.sleep(for: .milliseconds(5))
        let record = try #require(memory.word(at: address + UInt64(TaskLayout.dependency)))
        need = TaskRecord.dependency(at: record, of: address, in: memory)
      }
      #expect(need == .continuation)
      let layout = try #require(TaskLayout(memory))
      #expect(layout.starts.count == 2)
      #expect(memory.word(at: address) == layout.metadata)
      #expect(memory.integer(at: address + UInt64(TaskLayout.kind), as: UInt8.self) == 0)
      let status = try status(of: UInt(address))
      #expect(status & (TaskLayout.isRunning | TaskLayout.isComplete) == 0)
      #expect(status & TaskLayout.hasDependency != 0)
    }

    @Test func completeTask_saysSo() async throws {
      let task = Task {}
      await task.value
      #expect(try status(of: unsafeBitCast(task, to: UInt.self)) & TaskLayout.isComplete == TaskLayout.isComplete)
      withExtendedLifetime(task) {}
    }

    @Test func runningTask_saysSo() async throws {
      let task = Task { try status(of: withUnsafeCurrentTask { unsafeBitCast($0!, to: UInt.self) }) }
      #expect(try await task.value & TaskLayout.isRunning == TaskLayout.isRunning)
    }

    @Test(.tasks) func contexts_leadToTheCaller() async throws {
      // Both functions do something after the call, so that an optimized build keeps them.
      let line = #line + 3
      @inline(never) @Sendable
      func outer() async -> Int {
        await sleepForever() + 1
      }
      let task = Task { await outer() + 1 }
      defer { task.cancel() }
      let memory = try #require(ProcessMemory())
      let images = try #require(ImageMap.capture(memory))
      let reader = TaskReader(layout: try #require(TaskLayout(memory)), memory: memory, images: images)
      var snapshot: TaskSnapshot?
      for _ in 0..<Self.mostLooks where snapshot?.need != .continuation {
        try await Task.sleep(for: .milliseconds(5))
        snapshot = reader.task(at: UInt64(unsafeBitCast(task, to: UInt.self)))
      }
      let functions = try #require(snapshot).functions
      let places = Symbolizer(images: images, memory: memory).places(of: functions).places
      let lines = functions.compactMap { places[$0]?.line?.shown.line }
      #expect(lines.contains(line))
      #expect(lines.contains(line + 2))
    }

    @Test func demangler_isKnown() throws {
      let demangler = try #require(BacktraceDemangler())
      #expect(demangler.name("$s4main5CacheC5store_3forySi_SStF") == "Cache.store(_:for:)")
      #expect(demangler.name("not mangled") == nil)
    }

    @Test func demangler_thatIsAnotherFunction_isNotUsed() {
      #expect(BacktraceDemangler { _ in nil } == nil)
      #expect(Demangler(nil).name("$s4main5CacheC5store_3forySi_SStF") == nil)
      #expect(Demangler(nil).name("pthread_join") == "pthread_join")
    }

    @Test func typeOfAnActor_hasAName() throws {
      let memory = try #require(ProcessMemory())
      let images = try #require(ImageMap.capture(memory))
      let actor = CanaryActor()
      let type = try #require(memory.word(at: UInt64(UInt(bitPattern: Unmanaged.passUnretained(actor).toOpaque()))))
      let place = Symbolizer(images: images, memory: memory).places(of: [type]).places[type]
      #expect(place?.symbol.flatMap(Demangler().typeName) == "CanaryActor")
      withExtendedLifetime(actor) {}
    }

    @Test func systemImages_haveTheToolchain() throws {
      let memory = try #require(ProcessMemory())
      let images = try #require(ImageMap.capture(memory)).images.map(\.path)
      let own = images.filter { !SystemImage.contains($0) }
      let expected = own.filter {
        LineTableTests.Symbolizer.isOwnImage($0) || $0.hasSuffix("/ThreadInspectionTests-test-runner")
      }
      #expect(!own.isEmpty && own == expected)
    }
  }

  @inline(never)
  private func sleepForever() async -> Int {
    try? await Task.sleep(for: .seconds(600))
    return 1
  }

  private actor CanaryActor {}
#endif
