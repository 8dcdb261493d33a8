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

    private static let shown = ThreadSlot()

    /// Whether the clocks follow. It is tried once.
    static let follow: Bool = {
      guard shown != nil, install() else { return false }
      let (start, date, moved) = (ContinuousClock.now, Date(), ShownTime())
      moved.now = 3_600_000_000_000
      return showing(moved) {
        [start.duration(to: .now), .seconds(Date().timeIntervalSince(date))].allSatisfy {
          $0 >= .seconds(3_600) && $0 < .seconds(7_200)
        }
      }
    }()

    /// Whether the clocks of the standard library show the virtual time exactly.
    static let areExact: Bool =
      follow
      && showing(ShownTime()) {
        let start = ContinuousClock.now
        usleep(100)
        return start.duration(to: .now) == .nanoseconds(1)
      }

    private static func showing(_ time: ShownTime, _ body: () -> Bool) -> Bool {
      show(time)
      defer { show(nil) }
      return withExtendedLifetime(time, body)
    }

    /// Lets the clocks of the calling thread show a time, which the caller keeps; nil for the real time.
    static func show(_ time: ShownTime?) {
      // Unmanaged: a slot of a thread holds no reference. Who shows a time keeps it.
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
      return shownTime(on: clock)?.read(clock, time) ?? clock_gettime(clock, time)
    }

    /// The real time, moved by the virtual time of the run.
    private static let readMoved: ReadClock = { clock, time in
      guard let time else { return -1 }
      let result = clock_gettime(clock, time)
      if result == 0, let shown = shownTime(on: clock) { time.pointee = timespec(time.pointee, plus: shown.now) }
      return result
    }

    /// What a clock shows that shows the time, and not how much the process has computed.
    private static func shownTime(on clock: clockid_t) -> ShownTime? {
      let ofTime = [
        CLOCK_REALTIME, CLOCK_MONOTONIC, CLOCK_MONOTONIC_RAW, CLOCK_REALTIME_COARSE, CLOCK_MONOTONIC_COARSE,
        CLOCK_BOOTTIME,
      ]
      guard let word = shown?.word, ofTime.contains(clock) else { return nil }
      return Unmanaged<ShownTime>.fromOpaque(word).takeUnretainedValue()
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
    private var starts: [clockid_t: timespec] = [:]
    /// How often they have been read at this virtual time.
    private var readings = 0

    fileprivate func read(_ clock: clockid_t, _ time: UnsafeMutablePointer<timespec>) -> Int32 {
      if starts[clock] == nil {
        guard clock_gettime(clock, time) == 0 else { return -1 }
        starts[clock] = time.pointee
      }
      readings += 1
      extra += readings < 256 ? 1 : 1 << min(40, (readings - 256) / 64)
      time.pointee = timespec(timespec(starts[clock]!, plus: now), plus: extra)
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
