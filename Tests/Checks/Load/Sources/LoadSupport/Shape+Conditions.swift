import Expectations
import Observation

extension Shape {
  /// States without notifications, and periods in which nothing may happen.
  static let conditions = [
    Shape("eventually, observable") {
      let meter = Meter()
      Callback.task.start { Task { @MainActor in meter.value = 1 } }
      try await seesOne(meter)
    },
    Shape("eventually, polled") {
      let isDone = Flag()
      Callback.nestedTasks.start { isDone.set() }
      try await eventually("done", timeout: timeout) { isDone.isSet }
    },
    Shape("eventually, with await") {
      let isDone = Flag()
      Callback.laterOnAQueue.start { isDone.set() }
      try await eventually("done", timeout: timeout) {
        await Callback.sleep(1) {}
        return isDone.isSet
      }
    },
    Shape("never") { await never("failed", for: window) { false } },
    Shape("always") { await always("connected", for: window) { true } },
    Shape("must not happen") {
      await Expectation("failed", count: 0).wait(timeout: window)
    },
  ]

  @MainActor private static func seesOne(_ meter: Meter) async throws {
    try await eventually("1", equals: 1, timeout: timeout) { meter.value }
  }
}

@MainActor @Observable private final class Meter {
  var value = 0

  nonisolated init() {}
}
