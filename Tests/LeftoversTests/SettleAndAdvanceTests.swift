// [documented] The documentation shows lines of this file, and `DocumentedCodeTests` compares them.
import Expectations
import Exploration
import Leftovers
import TestSupport
import Testing

/// Counts once in each interval, until it is released.
final class RepeatingTimer: Sendable {
  private let interval: Duration
  private let clock: ManualClock
  private let count = Locked(0)
  private let seen = Locked<[Duration]>([])
  private let task = Locked<Task<Void, Never>?>(nil)

  init(every interval: Duration, clock: ManualClock) {
    self.interval = interval
    self.clock = clock
  }

  var ticks: Int { count.withLock { $0 } }
  var times: [Duration] { seen.withLock { $0 } }

  func start() {
    let new = Task { [interval, clock, count, seen] in
      while (try? await clock.sleep(for: interval)) != nil {
        // The work of each tick takes several turns, and another task.
        for _ in 0..<5 { await Task.yield() }
        await Task { count.withLock { $0 += 1 } }.value
        seen.withLock { $0.append(clock.now.offset) }
      }
    }
    task.withLock { $0 = new }
  }

  func stop() { task.withLock { $0?.cancel() } }
}

@Suite(.realTime, .whereTasksAreRead, .endsAllTasks) struct SettleAndAdvanceTests {
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func inAnExploration_isExact() async {
    await explore(schedules: 20) {
      let clock = ManualClock()
      let timer = RepeatingTimer(every: .seconds(1), clock: clock)
      timer.start()
      await clock.settleAndAdvance(by: .seconds(10))
      #expect(timer.ticks == 10)
      timer.stop()
    }
  }

  /// Other tests of this process run beside these, and on a slow computer they run for some seconds without a pause.
  private func settlesAndAdvances(_ clock: ManualClock, by duration: Duration) async -> Bool {
    await isKnown { await clock.settleAndAdvance(by: duration, timeout: .seconds(20)) }
  }

  @Test func repeatingTimer_ticksEachTime() async {
    let clock = ManualClock()
    let timer = RepeatingTimer(every: .seconds(1), clock: clock)
    timer.start()
    defer { timer.stop() }
    guard await settlesAndAdvances(clock, by: .seconds(10)) else { return }
    #expect(timer.ticks == 10)
    #expect(timer.times == (1...10).map { .seconds($0) })
    guard await settlesAndAdvances(clock, by: .milliseconds(2500)) else { return }
    #expect(timer.ticks == 12)
    #expect(clock.now.offset == .milliseconds(12_500))
  }

  /// Two timers of different intervals, one of which the other starts: each sees its instants in order.
  @Test func taskThatAWokenTaskStarts_seesItsOwnInstants() async {
    let clock = ManualClock()
    let times = Locked<[Duration]>([])
    let tasks = Locked<[Task<Void, any Error>]>([])
    @Sendable func sleep(for seconds: Int, then next: @escaping @Sendable () -> Void = {}) {
      let task = Task {
        try await clock.sleep(for: .seconds(seconds))
        times.withLock { $0.append(clock.now.offset) }
        next()
      }
      tasks.withLock { $0.append(task) }
    }
    sleep(for: 3) { sleep(for: 2) }
    sleep(for: 4)
    // Where nothing is known, they still sleep.
    defer { for task in tasks.withLock({ $0 }) { task.cancel() } }
    guard await settlesAndAdvances(clock, by: .seconds(5)) else { return }
    #expect(times.withLock { $0 } == [.seconds(3), .seconds(4), .seconds(5)])
  }

  @Test func withoutSleepers_movesTheClock() async {
    let clock = ManualClock()
    guard await settlesAndAdvances(clock, by: .seconds(5)) else { return }
    #expect(clock.now.offset == .seconds(5))
    guard await settlesAndAdvances(clock, by: .zero) else { return }
    #expect(clock.now.offset == .seconds(5))
  }

  @Test func backwards_fails() async throws {
    let clock = ManualClock()
    let found = await failures { #expect(await clock.settleAndAdvance(by: .seconds(-1)) == false) }
    let text = try #require(found.first?.text)
    #expect(found.count == 1)
    #expect(text.contains("A clock cannot go back"), "\(text)")
    #expect(clock.now.offset == .zero)
  }

  @Test func tasksThatDoNotSettle_failWithoutAMove() async throws {
    let clock = ManualClock()
    let task = Task { try? await Task.sleep(for: .seconds(60)) }
    defer { task.cancel() }
    let found = await failures {
      #expect(await clock.settleAndAdvance(by: .seconds(1), timeout: .milliseconds(50)) == false)
    }
    #expect(found.count == 1)
    #expect(clock.now.offset == .zero)
  }
}
