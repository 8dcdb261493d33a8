#if os(Linux) && canImport(Glibc) && _pointerBitWidth(_64)
  import Foundation

  /// Lets `ContinuousClock.now`, `SuspendingClock.now` and `Date()` follow the virtual time, on the exploring thread.
  ///
  /// Assumption: the libraries of Swift and of Foundation call `clock_gettime` through words that can be replaced.
  /// Check: the clocks are moved by an hour and read.
  /// If false: they show the real time, and code that sleeps and then reads them may fail although it is correct.
  /// Remove when: the clocks of the standard library can be replaced.
  enum MovedClocks {
    private typealias ReadClock = @convention(c) (clockid_t, UnsafeMutablePointer<timespec>?) -> Int32

    /// By how many nanoseconds the clocks of the calling thread are moved.
    private static let moved = ThreadSlot()

    /// Whether the clocks follow. It is tried once.
    static let follow: Bool = {
      guard moved != nil, install() else { return false }
      let (start, date) = (ContinuousClock.now, Date())
      move(by: 3_600_000_000_000)
      defer { move(by: 0) }
      let (time, interval) = (start.duration(to: .now), Date().timeIntervalSince(date))
      return time >= .seconds(3_600) && time < .seconds(7_200) && interval >= 3_600 && interval < 7_200
    }()

    /// Lets the clocks of the calling thread show a later time, in nanoseconds; zero for the real time.
    static func move(by nanoseconds: Int) { moved?.word = UnsafeMutableRawPointer(bitPattern: max(0, nanoseconds)) }

    private static func install() -> Bool {
      let function = unsafeBitCast(readClock, to: UnsafeRawPointer.self)
      let libraries = ["libswift_Concurrency.so", "libFoundationEssentials.so", "libFoundation.so"]
      let replaced = libraries.map { LoadedWords(library: $0)?.replace("clock_gettime", by: function) ?? false }
      return replaced.contains(true)
    }

    private static let readClock: ReadClock = { clock, time in
      guard let time else { return -1 }
      let result = clock_gettime(clock, time)
      guard result == 0, let moved = moved?.word, isOfTime(clock) else { return result }
      let nanoseconds = time.pointee.tv_nsec + Int(bitPattern: moved) % 1_000_000_000
      time.pointee.tv_sec += Int(bitPattern: moved) / 1_000_000_000 + nanoseconds / 1_000_000_000
      time.pointee.tv_nsec = nanoseconds % 1_000_000_000
      return result
    }

    /// Whether a clock shows the time, and not how much the process has computed.
    private static func isOfTime(_ clock: clockid_t) -> Bool {
      switch clock {
      case CLOCK_REALTIME, CLOCK_MONOTONIC, CLOCK_MONOTONIC_RAW, CLOCK_REALTIME_COARSE, CLOCK_MONOTONIC_COARSE,
        CLOCK_BOOTTIME:
        true
      default: false
      }
    }
  }
#else
  /// Does nothing: the loader of this system keeps no such words.
  enum MovedClocks {
    static let follow = false
    static func move(by nanoseconds: Int) {}
  }
#endif
