#if os(Linux) && arch(x86_64) && canImport(Glibc)
  import Foundation
  import TestSupport
  import Testing

  @testable import ThreadInspection

  /// Closures with equal code. The optimizer makes one of them, and nothing tells which one runs: then no line is said.
  /// In a debug build each has its line.
  @Suite struct MergedFunctionTests {
    /// In a process of its own, because it reads all threads.
    @Test(.ownThreads) func closuresWithEqualCode_haveTheirOwnLinesOrNone() async {
      await #expect(processExitsWith: .success) {
        try await OwnThreads.run {
          let closures = EqualClosures()
          closures.lockHasItsOwnLineOrNone()
          closures.recursiveLockHasItsOwnLineOrNone()
          closures.anotherLockHasItsOwnLineOrNone()
        }
      }
    }
  }

  private struct EqualClosures {
    private let isDone = DispatchSemaphore(value: 0)

    func lockHasItsOwnLineOrNone() {
      let lock = NSLock()
      lock.lock()
      expectTruth(stick { (lock.lock(), noteEnd()) })
      lock.unlock()
      isDone.wait()
    }

    func recursiveLockHasItsOwnLineOrNone() {
      let lock = NSRecursiveLock()
      lock.lock()
      expectTruth(stick { (lock.lock(), noteEnd()) })
      lock.unlock()
      isDone.wait()
    }

    func anotherLockHasItsOwnLineOrNone() {
      let lock = NSLock()
      lock.lock()
      expectTruth(stick { (lock.lock(), noteEnd()) })
      lock.unlock()
      isDone.wait()
    }

    /// Runs a body, which must be in the line of this call, on a thread of its own.
    private func stick<Value>(line: Int = #line, _ body: @escaping @Sendable () -> (Value, Void)) -> Int {
      Thread {
        _ = body()
        isDone.signal()
      }.start()
      return line
    }

    private func expectTruth(_ line: Int, at location: SourceLocation = #_sourceLocation) {
      var standing: Standing?
      _ = Sighting.all { standings in
        standing = standings.first { $0.isLock && ($0.place?.file ?? $0.file) == #filePath }
        return standing != nil
      }
      #expect(standing != nil, sourceLocation: location)
      #expect(standing?.place == nil || standing?.place?.line == line, sourceLocation: location)
      #if DEBUG
        #expect(standing?.place?.line == line, sourceLocation: location)
      #endif
    }
  }

  private let ends = Box(0)

  /// Does something after a call. Otherwise an optimized build jumps to the function that is called last.
  @inline(never) private func noteEnd() { if getpid() == 0 { ends.value += 1 } }

  extension Standing {
    fileprivate var isLock: Bool { if case .lock = activity { true } else { false } }
  }
#endif
