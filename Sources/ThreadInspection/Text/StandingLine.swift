/// Describes one standing in one line.
struct StandingLine {
  let standing: Standing

  init(_ standing: Standing) {
    self.standing = standing
  }

  var text: String {
    switch standing.subject {
    case .thread where standing.isOfThisWait: ownText
    case .thread: subject + ": " + threadText
    case .task: subject + " " + taskText
    case .threads, .tasks: subject
    }
  }

  /// Who stands there.
  var subject: String {
    let (one, many) = nouns
    return standing.count == 1 ? one : "\(standing.count) × \(many)"
  }

  /// The file and the line, such as `Store.swift:14`.
  var place: String? { standing.place.map { "\(Self.fileName($0.file)):\($0.line)" } }

  private var nouns: (one: String, many: String) {
    switch standing.subject {
    case .thread(_, _, .main): ("main thread", "main thread")
    case .thread(_, _, .pool): ("concurrency pool", "concurrency pool")
    case .thread(_, _, .dispatchWorker): ("dispatch worker", "dispatch worker")
    case .thread(_, let name?, .other): ("thread \"\(name)\"", "thread \"\(name)\"")
    case .thread(_, nil, .other): ("a thread", "thread")
    case .task(_, let name):
      (task(name) + age, task(name) + age)
    case .threads: ("threads", "threads")
    case .tasks: ("tasks", "tasks")
    }
  }

  private func task(_ name: String?) -> String { name.map { "task \"\($0)\"" } ?? "a task" }

  /// A task that an earlier test left, or a test that began before and still runs.
  private var age: String { standing.isOlderThanTest ? " that is older than this test" : "" }

  // MARK: Threads

  private var ownText: String {
    "this wait is inside \(standing.callee ?? "a block")" + called
  }

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
