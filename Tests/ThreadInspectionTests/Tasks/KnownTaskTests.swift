#if os(Linux) && arch(x86_64) && canImport(Glibc)
  import Foundation
  import Synchronization
  import TestSupport
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
    private func numberOfTask() throws -> @Sendable @convention(c) (UInt) -> UInt64 {
      let address = try #require(RuntimeSymbol.address("swift_task_getJobTaskId"))
      typealias Function = @Sendable @convention(c) (UInt) -> UInt64
      return unsafeBitCast(UnsafeRawPointer(bitPattern: UInt(address)), to: Function.self)
    }

    private func number(of task: Task<Void, Never>) throws -> UInt64 {
      try numberOfTask()(unsafeBitCast(task, to: UInt.self))
    }

    @Test func suspendedTask_hasFunctions_untilItEnds() async throws {
      let reader = try #require(KnownTaskReader())
      let (task, waiter) = try await suspendedTask()
      let known = known(task, number: try number(of: task))
      #expect(!reader.hasEnded(known))
      var code = CodeImages()
      let functions = reader.functions(of: known, in: &code)
      let images = try #require(ProcessMemory().flatMap { ImageMap.capture($0) })
      #expect(!functions.isEmpty)
      #expect(functions.allSatisfy { images.hasCode(at: UInt64($0)) })

      waiter.resume()
      await task.value
      #expect(reader.hasEnded(known))
      #expect(reader.functions(of: known, in: &code).isEmpty)
    }

    @Test func taskWithAnotherNumber_isNotTheKnownOne() async throws {
      let reader = try #require(KnownTaskReader())
      let (task, waiter) = try await suspendedTask()
      let other = known(task, number: try number(of: task) + 1)
      #expect(reader.hasEnded(other))
      var code = CodeImages()
      #expect(reader.functions(of: other, in: &code).isEmpty)
      waiter.resume()
      await task.value
    }

    /// What the memory allocator writes where the status and the records were: addresses, or a size.
    @Test(arguments: [(0x7f4c_2c00_0090, 0), (0, 0x391), (0x3a1_0000_0015, 0)] as [(UInt64, UInt64)])
    func memoryThatIsReusedFromItsMiddle_isNoTask(status: UInt64, records: UInt64) async throws {
      let (task, waiter) = try await suspendedTask()
      let layout = try #require(TaskLayout.present)
      let address = UInt64(unsafeBitCast(task, to: UInt.self))
      let bytes = try #require(ProcessMemory()).bytes(at: address, count: TaskLayout.size)
      func read(_ change: (inout [UInt8]) -> Void) -> TaskFields? {
        var changed = bytes
        change(&changed)
        return TaskFields(at: address, in: RecordedMemory(changed, at: address), layout)
      }
      #expect(read { _ in } != nil)
      let reused = read { bytes in
        for (offset, word) in [(TaskLayout.status, status), (TaskLayout.records, records)] {
          withUnsafeBytes(of: word) { bytes.replaceSubrange(offset..<offset + 8, with: $0) }
        }
      }
      #expect(reused == nil)
      waiter.resume()
      await task.value
    }

    private actor Busy {
      func run<Result: Sendable>(_ action: @Sendable () -> Result) -> Result { action() }
    }

    @Test(.ownThreads) func actor_inWhoseQueueATaskIs_isTold() async throws {
      let reader = try #require(KnownTaskReader())
      let number = try numberOfTask()
      let (busy, known) = (Busy(), SharedMutex<KnownTask?>(nil))
      let (begun, source) = AsyncStream.makeStream(of: Void.self)
      let found = await withTaskGroup(of: UInt64?.self) { group in
        group.addTask {
          await busy.run {
            source.finish()
            let limit = ContinuousClock.now + .seconds(60)
            while ContinuousClock.now < limit {
              if let actor = known.value.withLock({ $0 }).flatMap(reader.actor) { return actor }
              usleep(1_000)
            }
            return nil
          }
        }
        for await _ in begun {}
        group.addTask {
          let own = withUnsafeCurrentTask { unsafeBitCast($0!, to: UInt.self) }
          known.value.withLock { $0 = KnownTask(address: own, number: number(own)) }
          // The actor is busy, so the task gets no further than to its queue.
          return await busy.run { nil }
        }
        var found: UInt64?
        for await actor in group { found = found ?? actor }
        return found
      }
      #expect(found == UInt64(UInt(bitPattern: Unmanaged.passUnretained(busy).toOpaque())))
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
