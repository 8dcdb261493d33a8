/// How far work may go. It is asked before each step, and what is left to do then stays undone.
struct WorkLimit {
  /// The part that is used up: 0 at the beginning, 1 at the end.
  private let progress: () -> Double
  private let share: Double

  init(share: Double = 1, progress: @escaping () -> Double) {
    self.progress = progress
    self.share = share
  }

  /// Begins now.
  init(_ limit: Duration) {
    let start = ContinuousClock.now
    self.init { limit > .zero ? (ContinuousClock.now - start) / limit : .infinity }
  }

  var isReached: Bool { progress() >= share }

  /// A limit that is reached earlier, so that later stages have time, too.
  /// - `share`: The part of the whole that may be used up by then.
  func until(_ share: Double) -> WorkLimit { WorkLimit(share: min(share, self.share), progress: progress) }
}
