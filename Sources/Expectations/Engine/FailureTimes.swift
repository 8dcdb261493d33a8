/// When the latest failures of waits were recorded. Then their tests go on.
enum FailureTimes {
  private static let latest = Locked<[(site: CallSite, time: MonotonicInstant)]>([])
  private static let limit = 32

  /// Notes that the failure of a wait at this line is recorded now.
  static func note(_ site: CallSite) {
    latest.withLock { latest in
      latest.removeAll { $0.site == site }
      latest.append((site, MonotonicClock.now()))
      if latest.count > limit { latest.removeFirst() }
    }
  }

  /// Returns when the last failure of a wait at this line was recorded; nil when it is not known.
  static func last(at site: CallSite) -> MonotonicInstant? {
    latest.withLock { $0.last { $0.site == site }?.time }
  }
}
