import ExplorationTime
import Foundation

/// Lets `ContinuousClock.now`, `SuspendingClock.now` and `Date()` follow the virtual time, on the exploring thread.
///
/// Assumption: the libraries of Swift and of Foundation read clocks with `clock_gettime`, and are loaded at run time.
/// The function of this program then replaces that of the C library for them.
/// Check: the clocks are moved by an hour and read.
/// If false: they show the real time, and code that sleeps and then reads them may fail although it is correct.
/// Remove when: the clocks of the standard library can be replaced.
enum MovedClocks {
  /// Whether the clocks follow.
  static let follow: Bool = {
    guard exploration_time_prepare() else { return false }
    let (start, date) = (ContinuousClock.now, Date())
    move(by: 3_600_000_000_000)
    defer { move(by: 0) }
    let (time, interval) = (start.duration(to: .now), Date().timeIntervalSince(date))
    return time >= .seconds(3_600) && time < .seconds(7_200) && interval >= 3_600 && interval < 7_200
  }()

  /// Lets the clocks of the calling thread show a later time, in nanoseconds; zero for the real time.
  static func move(by nanoseconds: Int) { exploration_time_move(Int64(nanoseconds)) }
}
