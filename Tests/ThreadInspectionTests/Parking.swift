#if os(Linux) && arch(x86_64) && canImport(Glibc)
  import Foundation
  import Synchronization

  @testable import ThreadInspection

  /// What a test knows of a thread that is about to sleep in a function of the test.
  final class Parking: Sendable {
    private struct Noted {
      var thread: Int32 = 0
      var address: UInt64 = 0
      var line = 0
    }

    private let noted = Mutex(Noted())
    private let isNoted = DispatchSemaphore(value: 0)

    /// Notes the thread and the address from which it is called. The function that sleeps calls it just before.
    @inline(never)
    func note(line: Int = #line) {
      var addresses = [UnsafeMutableRawPointer?](repeating: nil, count: 3)
      _ = Self.backtrace?(&addresses, 3)
      // A sanitizer has a function of its own between this one and the C library.
      let address = UInt64(UInt(bitPattern: addresses[SanitizerRuntime.isPresent ? 2 : 1]))
      let thread = ThreadSignalFunctions.shared?.ownThread() ?? 0
      noted.withLock { $0 = Noted(thread: thread, address: address, line: line) }
      isNoted.signal()
    }

    /// The function that sleeps calls it afterward. Otherwise its last call could be a jump, which leaves no frame.
    @inline(never)
    func noteEnd() { isNoted.signal() }

    /// The C library's own walk of the calling thread, which Swift does not import.
    private static let backtrace = dlsym(nil, "backtrace").map {
      unsafeBitCast(
        $0, to: (@Sendable @convention(c) (UnsafeMutablePointer<UnsafeMutableRawPointer?>, CInt) -> CInt).self)
    }

    /// Calls `body` with the stack once the thread is noted and sleeps. All of that happens on a new thread: the thread
    /// that sleeps may be one of the concurrency pool, and keep the test from continuing.
    func whenAsleep<Result: Sendable>(_ body: @escaping @Sendable (CapturedStack?) -> Result) async -> Result {
      await withCheckedContinuation { continuation in
        Thread.detachNewThread {
          self.isNoted.wait()
          continuation.resume(returning: body(self.readAsleep()))
        }
      }
    }

    var thread: Int32 { noted.withLock { $0.thread } }
    /// An address in the function that noted it.
    var address: UInt64 { noted.withLock { $0.address } }
    /// The line in which it noted it.
    var line: Int { noted.withLock { $0.line } }

    /// Starts a thread that runs `body`, which notes itself there and sleeps.
    static func start(_ body: @escaping @Sendable (Parking) -> Void) -> Parking {
      let parking = Parking()
      Thread.detachNewThread { body(parking) }
      parking.isNoted.wait()
      return parking
    }

    /// Reads the thread once it has not run between two looks.
    func readAsleep(within limit: Duration = .seconds(30)) -> CapturedStack? {
      guard let memory = ProcessMemory() else { return nil }
      let reader = SleepingThread(files: ThreadFiles(thread), memory: memory)
      let end = ContinuousClock.now + limit
      var last: ScheduleCounters?
      while ContinuousClock.now < end {
        if case .sleeping(_, let stack, let schedule) = reader.read() {
          if schedule == last { return stack }
          last = schedule
        }
        usleep(20_000)
      }
      return nil
    }
  }

  extension Unwinder {
    static func present() throws -> Unwinder {
      guard let memory = ProcessMemory(), let images = ImageMap.capture(memory) else { throw FrameEntry.Malformed() }
      return Unwinder(images: images, memory: memory)
    }

    /// The addresses of the function at an address.
    func extent(around address: UInt64) -> Range<UInt64>? {
      guard let table = images.image(at: address)?.frameHeader.flatMap({ FrameTable(at: $0, in: memory) }),
        case .function(let function) = table.find(address, in: memory)
      else { return nil }
      return function.range
    }

    /// The innermost frame in the same image as an address.
    func innermost(_ walk: StackWalk, inImageOf address: UInt64) -> StackFrame? {
      let image = images.image(at: address)
      return walk.frames.first { images.image(at: $0.address) == image }
    }
  }
#endif
