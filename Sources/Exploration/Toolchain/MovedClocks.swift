import Expectations

#if os(Linux) && canImport(Glibc) && _pointerBitWidth(_64)
  import Foundation

  /// Lets `ContinuousClock.now`, `SuspendingClock.now` and `Date()` follow the virtual time, on the exploring thread.
  ///
  /// Assumption: the libraries of Swift and of Foundation call `clock_gettime` through words that can be replaced.
  /// Check: the clocks are moved by an hour and read; those of the standard library are read twice, with a pause.
  /// If false: they show the real time, and code that sleeps and then reads them may fail although it is correct.
  /// Remove when: the clocks of the standard library can be replaced.
  enum MovedClocks {
    private typealias ReadClock = @convention(c) (clockid_t, UnsafeMutablePointer<timespec>?) -> Int32

    /// The time that the clocks of the calling thread show; nil for the real time.
    private static let shown = ThreadSlot()

    /// Whether the clocks follow. It is tried once.
    static let follow: Bool = {
      guard shown != nil, install() else { return false }
      let (start, date) = (ContinuousClock.now, Date())
      let moved = ShownTime()
      moved.now = 3_600_000_000_000
      show(moved)
      defer { show(nil) }
      let (time, interval) = withExtendedLifetime(moved) {
        (start.duration(to: .now), Date().timeIntervalSince(date))
      }
      return time >= .seconds(3_600) && time < .seconds(7_200) && interval >= 3_600 && interval < 7_200
    }()

    /// Whether the clocks of the standard library show the virtual time exactly.
    static let areExact: Bool = {
      guard follow else { return false }
      let time = ShownTime()
      show(time)
      defer { show(nil) }
      let start = ContinuousClock.now
      usleep(100)
      let end = ContinuousClock.now
      return withExtendedLifetime(time) { start.duration(to: end) == .nanoseconds(1) }
    }()

    /// Lets the clocks of the calling thread show a time, which the caller keeps; nil for the real time.
    static func show(_ time: ShownTime?) {
      // Unmanaged: a slot of a thread holds no reference.
      shown?.word = time.map { Unmanaged.passUnretained($0).toOpaque() }
    }

    private static func install() -> Bool {
      func replace(_ library: String, by function: ReadClock) -> Bool {
        LoadedWords(library: library)?.replace("clock_gettime", by: unsafeBitCast(function, to: UnsafeRawPointer.self))
          ?? false
      }
      // Foundation sleeps, and runs run loops, until its clocks have moved.
      let libraries = ["libFoundationEssentials.so", "libFoundation.so"].map { replace($0, by: readMoved) }
      return replace("libswift_Concurrency.so", by: readExact) || libraries.contains(true)
    }

    /// The time of the run, exactly.
    private static let readExact: ReadClock = { clock, time in
      guard let time else { return -1 }
      guard let shown = shownTime, isOfTime(clock) else { return clock_gettime(clock, time) }
      return shown.read(clock, time)
    }

    /// The real time, moved by the virtual time of the run.
    private static let readMoved: ReadClock = { clock, time in
      guard let time else { return -1 }
      let result = clock_gettime(clock, time)
      guard result == 0, let shown = shownTime, isOfTime(clock) else { return result }
      time.pointee = timespec(time.pointee, plus: shown.now)
      return result
    }

    private static var shownTime: ShownTime? {
      // Unmanaged: who shows a time keeps it.
      shown?.word.map { Unmanaged<ShownTime>.fromOpaque($0).takeUnretainedValue() }
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

  /// The time of a run, for its clocks.
  ///
  /// The clocks of the standard library show the instant of their first reading and the virtual time. Each reading
  /// moves them a little, and more after hundreds at the same virtual time, so that a loop which waits for a clock
  /// comes to its end. Real time does not count, so each run reads the same.
  final class ShownTime {
    /// The virtual time, in nanoseconds.
    var now = 0 {
      didSet { if now != oldValue { readings = 0 } }
    }
    /// How far these clocks have moved besides, in nanoseconds.
    private(set) var extra = 0
    private var starts: [(clock: clockid_t, time: timespec)] = []
    /// How often they have been read at this virtual time.
    private var readings = 0

    /// How far a reading moves them: by a nanosecond, and farther and farther after hundreds.
    private var step: Int { readings < 256 ? 1 : 1 << min(40, (readings - 256) / 64) }

    fileprivate func read(_ clock: clockid_t, _ time: UnsafeMutablePointer<timespec>) -> Int32 {
      if let start = starts.first(where: { $0.clock == clock }) {
        time.pointee = start.time
      } else {
        let result = clock_gettime(clock, time)
        guard result == 0 else { return result }
        starts.append((clock, time.pointee))
      }
      readings += 1
      extra += step
      time.pointee = timespec(timespec(time.pointee, plus: now), plus: extra)
      return 0
    }
  }

  extension timespec {
    fileprivate init(_ time: timespec, plus nanoseconds: Int) {
      let sum = time.tv_nsec + nanoseconds % 1_000_000_000
      self.init(
        tv_sec: time.tv_sec + nanoseconds / 1_000_000_000 + sum / 1_000_000_000, tv_nsec: sum % 1_000_000_000)
    }
  }
#else
  /// Does nothing: the loader of this system keeps no such words.
  enum MovedClocks {
    static let follow = false
    static let areExact = false
    static func show(_ time: ShownTime?) {}
  }

  final class ShownTime {
    var now = 0
    var extra: Int { 0 }
  }
#endif
