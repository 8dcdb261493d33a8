#if os(Linux) && arch(x86_64) && canImport(Glibc)
  import Foundation
  import TestSupport
  import Testing

  @testable import ThreadInspection

  @Suite struct TaskCensusTests {
    /// In a process of its own, because it makes a thousand tasks, and searches all memory again and again.
    @Test(.ownThreads, .tasks) func everySearch_findsTheTasks() async {
      await #expect(processExitsWith: .success) {
        try await OwnThreads.run {
          let programs = TaskSearches()
          try await programs.thousandTasksOfSeveralKindsAreFoundOnceEach()
          try await programs.nameIsRead()
          try programs.searchThatIsOutOfTimeSaysSo()
          try await programs.copyOfATaskIsNoTask()
        }
      }
    }
  }

  private struct TaskSearches {
    private func census() throws -> TaskCensus {
      let memory = try #require(ProcessMemory())
      let images = try #require(ImageMap.capture(memory))
      return TaskCensus.take(images: images, until: .now + .seconds(10))
    }

    private func address(_ task: Task<Void, Never>) -> UInt64 { UInt64(unsafeBitCast(task, to: UInt.self)) }

    /// Looks until all of the tasks are suspended and none waits for a thread.
    private func find(_ tasks: [Task<Void, Never>]) async throws -> [TaskSnapshot] {
      let wanted = Set(tasks.map(address))
      let end = ContinuousClock.now + .seconds(20)
      while ContinuousClock.now < end {
        let found = try census().tasks.filter { wanted.contains($0.address) }
        if found.count >= wanted.count, !found.contains(where: \.isEnqueued) { return found }
        try await Task.sleep(for: .milliseconds(10))
      }
      return try census().tasks.filter { wanted.contains($0.address) }
    }

    func thousandTasksOfSeveralKindsAreFoundOnceEach() async throws {
      let (stream, end) = AsyncStream<Int>.makeStream()
      let gate = Task { for await _ in stream {} }
      let kinds: [@Sendable () async -> Void] = [
        { await gate.value },
        { await withTaskGroup(of: Void.self) { $0.addTask { await gate.value } } },
        {
          async let value: Void = gate.value
          await value
        },
        { try? await Task.sleep(for: .seconds(600)) },
        { @MainActor in await gate.value },
      ]
      let tasks = (0..<1000).map { number in Task { await kinds[number % kinds.count]() } }
      let found = try await find(tasks)
      #expect(found.count == 1000)
      #expect(Set(found.map(\.address)).count == 1000)
      #expect(Set(found.map { "\($0.need)".prefix(5) }) == ["task(", "group", "conti"])
      end.finish()
      for task in tasks { task.cancel() }
      for task in tasks { await task.value }
      let left = Set(try census().tasks.map(\.address))
      #expect(tasks.allSatisfy { !left.contains(address($0)) })
    }

    func nameIsRead() async throws {
      let (stream, end) = AsyncStream<Int>.makeStream()
      guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
      let task = Task(name: "saving") { for await _ in stream {} }
      #expect(try await find([task]).first?.name == "saving")
      end.finish()
      await task.value
    }

    func searchThatIsOutOfTimeSaysSo() throws {
      let memory = try #require(ProcessMemory())
      let images = try #require(ImageMap.capture(memory))
      let census = TaskCensus.take(images: images, until: .now - .seconds(1))
      #expect(census.gap == .limit)
    }

    func copyOfATaskIsNoTask() async throws {
      let (stream, end) = AsyncStream<Int>.makeStream()
      let task = Task { for await _ in stream {} }
      _ = try await find([task])
      let memory = try #require(ProcessMemory())
      let layout = try #require(TaskLayout(memory))
      let images = try #require(ImageMap.capture(memory))
      let copy = UnsafeMutableRawPointer.allocate(byteCount: TaskLayout.size, alignment: 16)
      defer { copy.deallocate() }
      copy.copyMemory(from: UnsafeRawPointer(bitPattern: UInt(address(task)))!, byteCount: TaskLayout.size)
      let reader = TaskReader(layout: layout, memory: memory, images: images)
      #expect(reader.task(at: address(task)) != nil)
      #expect(reader.task(at: UInt64(UInt(bitPattern: copy))) == nil)
      end.finish()
      await task.value
    }
  }

  extension TaskSnapshot {
    fileprivate var isEnqueued: Bool { if case .executor = need { true } else { false } }
  }
#endif
