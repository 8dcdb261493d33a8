/// Describes one standing in one line.
struct StandingLine {
  let standing: Standing

  init(_ standing: Standing) {
    self.standing = standing
  }

  var text: String {
    switch standing.subject {
    case .thread where standing.isOfThisWait: "this wait is inside \(standing.callee ?? "a block")" + called
    case .thread: subject + (standing.isOfOtherTest ? " of another test: " : ": ") + threadText
    case .task: subject + " " + taskText
    case .threads, .tasks: subject
    }
  }

  /// Who stands there.
  var subject: String { standing.count == 1 ? noun : "\(standing.count) × \(noun)" }

  /// The file and the line, such as `Store.swift:14`.
  var place: String? { standing.place.map { "\(Self.fileName($0.file)):\($0.line)" } }

  private var noun: String {
    switch standing.subject {
    case .thread(_, _, .main): "main thread"
    case .thread(_, _, .pool): "concurrency pool"
    case .thread(_, _, .dispatchWorker): "dispatch worker"
    case .thread(_, let name?, .other): "thread \"\(name)\""
    case .thread(_, nil, .other): standing.count == 1 ? "a thread" : "thread"
    case .task(_, let name): name.map { "task \"\($0)\"" } ?? "a task"
    case .threads: "threads"
    case .tasks: "tasks"
    }
  }

  // MARK: Threads

  private var threadText: String {
    if standing.activity == .running {
      let at = place.map { ", at " + $0 } ?? file.map { " in " + $0 } ?? ""
      return "running" + (standing.function.map { " " + $0 } ?? "") + at + source
    }
    return what + called + holder
  }

  /// The called function says more than other words do, except for a lock, which has many functions.
  private var what: String {
    let words = ActivityText.words(standing.activity)
    if case .lock = standing.activity, let words { return words }
    if case .library(let wait) = standing.activity { return ActivityText.words(wait, standing.awaited) }
    return standing.callee ?? words ?? "sleeps"
  }

  /// Where the call stands; its function where the line is not known.
  private var called: String {
    if let place { return ", called at " + place + source }
    return (standing.function ?? file).map { ", called in " + $0 } ?? ""
  }

  private var holder: String {
    guard case .lock(let holder?) = standing.activity else { return "" }
    if holder.isOfThisWait { return "; held by the thread of this wait" }
    if standing.subject.identity == .thread(holder.number) { return "; held by itself" }
    return "; held by thread " + (holder.name.map { "\"\($0)\"" } ?? "\(holder.number)")
  }

  // MARK: Tasks

  private var taskText: String {
    let verb = verb
    let inside = standing.callee.map { " in " + $0 } ?? ""
    guard let place else { return verb + inside + ((standing.function ?? file).map { " in " + $0 } ?? "") }
    return verb + inside + " at " + place + source
  }

  private var verb: String {
    if case .library(let wait) = standing.activity { return ActivityText.words(wait, standing.awaited) }
    let words = ActivityText.words(standing.activity) ?? ""
    return standing.activity == .sleep ? words : "waits " + words
  }

  private var file: String? { standing.file.map { String(Self.fileName($0)) } }

  private var source: String { standing.place?.text.map { ": " + $0 } ?? "" }

  private static func fileName(_ path: String) -> Substring {
    path.lastIndex(of: "/").map { path[path.index(after: $0)...] } ?? path[...]
  }
}

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
    case .continuation: "for a continuation to be resumed"
    case .stream: "for the next element of a stream"
    case .task: "for the end of a task"
    case .taskGroup: "for the tasks of a group"
    case .actor(let actor): "for its turn on " + (actor.name.map { "actor " + $0 } ?? "an actor")
    case .mainActor: "for its turn on the main actor"
    case .pool: "for a thread of the concurrency pool"
    case .running, .asleep, .inside, .unknown: nil
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
}

/// Says which threads or tasks could not be read, and why.
enum GapText {
  static func line(_ standing: Standing) -> String? {
    guard case .unknown(let gap) = standing.activity else { return nil }
    return switch (standing.subject, gap) {
    case (.threads, .limit): "there was no time to find where all threads stand"
    case (_, .lines): "there was no time to read all lines"
    case (_, .program): "the program's file tells no names or lines: it has changed, or has no symbols"
    case (.threads, _) where standing.count == 0: "the threads could not be read"
    case (.threads, _) where standing.count == 1: "one thread could not be read"
    case (.threads, _): "\(standing.count) threads could not be read"
    case (_, .unreadable): "suspended tasks could not be read"
    case (_, .limit): "only a part of the memory was searched for suspended tasks"
    case (_, .sanitizer): "suspended tasks are not searched under a sanitizer"
    }
  }
}
