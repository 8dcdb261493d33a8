#if os(Linux) && arch(x86_64) && canImport(Glibc)
  import Foundation
  import Synchronization
  import TestSupport
  import Testing

  @testable import ThreadInspection

  @Suite struct ChurnTests {
    /// Threads that come and go, allocate, load and unload libraries, and start processes, while all are read.
    ///
    /// A walk may end in a function of the program that an optimized build has made: the frame pointer of a sleeping
    /// thread is searched for on its stack, and a stack that several threads have used has more than one that fits.
    /// In a process of its own, because it starts processes and loads libraries without end.
    @Test(.realTime, .ownThreads) func stacksThatAreRead_areWalkedToTheProgram() async {
      await #expect(processExitsWith: .success) { try Self.readUnderChurn() }
    }

    private static var codeOfTheProgram: UInt64 {
      let function: @convention(c) () -> Void = {}
      return UInt64(UInt(bitPattern: unsafeBitCast(function, to: UnsafeRawPointer.self)))
    }

    private static func readUnderChurn() throws {
      let churn = Churn()
      churn.start()
      defer { churn.stop() }
      let bad = try BadMappings()
      defer { bad.remove() }
      var counts = (read: 0, reached: 0, complete: 0, unread: 0)
      let start = ContinuousClock.now
      let time: Duration = ProofSize.of(small: .milliseconds(300), full: .seconds(20))
      // On a busy machine, it takes longer until enough is read.
      while ContinuousClock.now < start + time || (counts.read < 50 && ContinuousClock.now < start + .seconds(60)) {
        let threads = try #require(ThreadCensus.take(limit: .milliseconds(100)))
        let unwinder = try Unwinder.present()
        let program = try #require(unwinder.images.image(at: Self.codeOfTheProgram))
        for thread in threads {
          guard let stack = thread.stack else {
            counts.unread += 1
            continue
          }
          // A deep stack is not copied whole.
          guard stack.bytes.count < CapturedStack.limit else { continue }
          let walk = unwinder.walk(stack)
          counts.read += 1
          counts.complete += walk.isComplete ? 1 : 0
          let isInProgram = walk.frames.contains { program.range.contains($0.lookup) }
          counts.reached += walk.isComplete || isInProgram ? 1 : 0
        }
      }
      ProofSize.print("walks under churn: \(counts)")
      #expect(counts.read >= 50)
      // Few are read in a short time, and a library may be gone when the images are read.
      #expect(counts.reached * 100 >= counts.read * ProofSize.of(small: 90, full: 98), "\(counts)")
    }
  }

  private final class Churn: Sendable {
    private let isStopped = Atomic(false)
    private let group = DispatchGroup()

    func start() {
      for work in [threads, allocations, libraries, processes] {
        group.enter()
        Thread.detachNewThread {
          while !self.isStopped.load(ordering: .relaxed) { work() }
          self.group.leave()
        }
      }
    }

    func stop() {
      isStopped.store(true, ordering: .relaxed)
      group.wait()
    }

    @Sendable private func threads() {
      let done = DispatchSemaphore(value: 0)
      for index in 0..<4 {
        Thread.detachNewThread {
          usleep(useconds_t(index * 500))
          done.signal()
        }
      }
      for _ in 0..<4 { done.wait() }
    }

    @Sendable private func allocations() {
      let blocks = (1..<50).map { malloc($0 * 100) }
      _ = (0..<200).map { $0 * 7919 % 211 }.sorted()
      for block in blocks { free(block) }
      usleep(200)
    }

    @Sendable private func libraries() {
      guard let library = dlopen("libresolv.so.2", RTLD_NOW) else { return }
      usleep(500)
      dlclose(library)
    }

    @Sendable private func processes() {
      var child = pid_t()
      let arguments: [UnsafeMutablePointer<CChar>?] = [strdup("true"), nil]
      defer { free(arguments[0]) }
      guard posix_spawnp(&child, "true", nil, nil, arguments, nil) == 0 else { return }
      var status: CInt = 0
      waitpid(child, &status, 0)
      usleep(5000)
    }
  }
#endif
