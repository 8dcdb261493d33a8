#if os(Linux) && arch(x86_64) && canImport(Glibc)
  import Synchronization
  import Testing

  @testable import ThreadInspection

  @Suite struct KnownTaskTests {
    private typealias Waiter = CheckedContinuation<Void, Never>

    /// Starts a task, and returns it and its continuation once it is suspended.
    private func suspendedTask() async throws -> (task: Task<Void, Never>, waiter: Waiter) {
      let (waiters, source) = AsyncStream<Waiter>.makeStream()
      let task = Task { await withCheckedContinuation { _ = source.yield($0) } }
      var waiter = waiters.makeAsyncIterator()
      let continuation = await waiter.next()!
      // The task has its continuation before it is suspended.
      while try fields(of: task).status & TaskLayout.isRunning != 0 { await Task.yield() }
      return (task, continuation)
    }

    private func known(_ task: Task<Void, Never>, number: UInt64) -> KnownTask {
      KnownTask(address: unsafeBitCast(task, to: UInt.self), number: number)
    }

    private func fields(of task: Task<Void, Never>) throws -> TaskFields {
      let memory = try #require(ProcessMemory())
      let address = UInt64(unsafeBitCast(task, to: UInt.self))
      let layout = try #require(TaskLayout(memory))
      return try #require(TaskFields(at: address, in: memory, layout))
    }

    /// The number that the runtime tells, not the one in memory.
    private func number(of task: Task<Void, Never>) throws -> UInt64 {
      let address = try #require(RuntimeSymbol.address("swift_task_getJobTaskId"))
      typealias Function = @convention(c) (UInt) -> UInt64
      let function = unsafeBitCast(UnsafeRawPointer(bitPattern: UInt(address)), to: Function.self)
      return function(unsafeBitCast(task, to: UInt.self))
    }

    @Test func suspendedTask_hasFunctions_untilItEnds() async throws {
      let reader = try #require(KnownTaskReader())
      let (task, waiter) = try await suspendedTask()
      let known = known(task, number: try number(of: task))
      #expect(!reader.hasEnded(known))
      let functions = try #require(reader.functions(of: [known]).first)
      let images = try #require(ProcessMemory().flatMap { ImageMap.capture($0) })
      #expect(!functions.isEmpty)
      #expect(functions.allSatisfy { images.hasCode(at: UInt64($0)) })

      waiter.resume()
      await task.value
      #expect(reader.hasEnded(known))
      #expect(reader.functions(of: [known]) == [[]])
    }

    @Test func taskWithAnotherNumber_isNotTheKnownOne() async throws {
      let reader = try #require(KnownTaskReader())
      let (task, waiter) = try await suspendedTask()
      let other = known(task, number: try number(of: task) + 1)
      #expect(reader.hasEnded(other))
      #expect(reader.functions(of: [other]) == [[]])
      waiter.resume()
      await task.value
    }

    @Test func memoryThatIsNoTask_isNotOne() throws {
      let reader = try #require(KnownTaskReader())
      #expect(reader.hasEnded(KnownTask(address: 0, number: 0)))
      let words = [UInt64](repeating: 0, count: 64)
      let address = words.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) }
      #expect(reader.hasEnded(KnownTask(address: address, number: 0)))
      withExtendedLifetime(words) {}
    }
  }
#endif
