/// Says what a thread or task waits for.
enum ActivityText {
  /// For a thread, a part of a sentence with a verb; for a task, what follows "waits".
  static func words(_ activity: Standing.Activity) -> String? {
    switch activity {
    case .lock: "waits for a lock"
    case .condition: "waits for a condition"
    case .semaphore: "waits for a semaphore"
    case .dispatchGroup: "waits for a dispatch group"
    case .dispatchSync: "waits for a dispatch queue"
    case .workItem: "waits for a work item"
    case .sleep: "sleeps"
    case .read: "waits for something to read"
    case .write: "waits until it can write"
    case .event: "waits for an event"
    case .process: "waits for a process to exit"
    case .threadEnd: "waits for a thread to end"
    case .runLoop: "runs a run loop"
    case .library(let wait): words(wait, nil)
    case .running, .asleep, .inside, .unknown: nil
    default: ofTask(activity)
    }
  }

  /// - `name`: That of the expectation, the recorder or the condition, if it is known.
  static func words(_ wait: LibraryWait, _ name: String?) -> String {
    let name = name.map { " \"\($0)\"" }
    return switch wait {
    case .expectation: "waits for" + (name ?? " an expectation")
    case .manualClock: "sleeps on a manual clock"
    case .recorder: "waits for " + (name.map { "the recorder" + $0 } ?? "a recorder")
    case .condition: "looks again and again at " + (name.map { "the condition" + $0 } ?? "a condition")
    case .body: "waits for the end of a body"
    }
  }

  private static func ofTask(_ activity: Standing.Activity) -> String? {
    switch activity {
    case .continuation: "for a continuation to be resumed"
    case .stream: "for the next element of a stream"
    case .task: "for the end of a task"
    case .taskGroup: "for the tasks of a group"
    case .actor(let actor): "for its turn on " + (actor.name.map { "actor " + $0 } ?? "an actor")
    case .mainActor: "for its turn on the main actor"
    case .pool: "for a thread of the concurrency pool"
    default: nil
    }
  }
}
