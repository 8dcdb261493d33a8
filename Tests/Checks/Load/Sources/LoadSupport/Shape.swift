import Expectations

/// A piece of a correct test: work and the waits for it, each with a timeout of one second.
public struct Shape: Sendable, CustomStringConvertible {
  public let description: String
  private let body: @Sendable () async throws -> Void

  init(_ description: String, _ body: @escaping @Sendable () async throws -> Void) {
    self.description = description
    self.body = body
  }

  static let timeout = Duration.seconds(1)
  /// The length of a period in which an event must not happen.
  static let window = Duration.milliseconds(60)
  /// The number of copies that run at a time.
  private static let copies = 4
  private static let leastRounds = 3

  public static let all = suspending + onThreads + conditions + several

  /// Runs the piece repeatedly until the load is over.
  public func run(beside load: Load) async {
    var round = 0
    while round < Self.leastRounds || load.isOn {
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<Self.copies {
          // An error comes from a wait that has already recorded its failure.
          group.addTask { try? await body() }
        }
      }
      // Without a pause, the waits themselves would be the load.
      await Callback.sleep(50) {}
      round += 1
    }
  }
}

extension Shape {
  /// Tasks that wait for each kind of callback.
  private static var suspending: [Shape] {
    Callback.allCases.map { callback in
      Shape("await, \(callback.rawValue)") {
        let done = Expectation("done")
        callback.start { done.fulfill() }
        await done.wait(timeout: timeout)
      }
    } + [
      Shape("await on the main actor, task") { await waitOnTheMainActor(.detachedTask) },
      Shape("await on the main actor, queue") { await waitOnTheMainActor(.globalQueue) },
    ]
  }

  @MainActor private static func waitOnTheMainActor(_ callback: Callback) async {
    let done = Expectation("done")
    callback.start { done.fulfill() }
    await done.wait(timeout: timeout)
  }

  /// Threads that block for each kind of callback.
  private static var onThreads: [Shape] {
    Callback.allCases.map { callback in
      Shape("a thread, \(callback.rawValue)") {
        let done = Expectation("done")
        await OwnThread.run {
          callback.start { done.fulfill() }
          done.wait(timeout: timeout)
        }
      }
    }
  }

  /// Waits for several expectations.
  private static let several = [
    Shape("all, in order") {
      let (opened, saved) = (Expectation("opened"), Expectation("saved", of: Int.self))
      Callback.task.start {
        opened.fulfill()
        Callback.globalQueue.start { saved.fulfill(1) }
      }
      await wait(for: [opened, saved], timeout: timeout, enforceOrder: true)
    },
    Shape("any") {
      let (hit, miss) = (Expectation("hit"), Expectation("miss"))
      Callback.taskGroup.start { hit.fulfill() }
      await wait(forAnyOf: [hit, miss], timeout: timeout)
    },
    Shape("values") {
      let (name, size) = (Expectation("name", of: String.self), Expectation("size", of: Int.self))
      Callback.actor.start { name.fulfill("map") }
      Callback.mainQueue.start { size.fulfill(3) }
      try await values(of: name, size, timeout: timeout)
    },
    Shape("count") {
      let progress = Expectation("progress", count: 3)
      for callback in [Callback.task, .globalQueue, .mainActor] { callback.start { progress.fulfill() } }
      await progress.wait(timeout: timeout)
    },
  ]
}
