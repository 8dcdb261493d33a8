/// Where a wait was called: on which thread or queue, or with `await`. Reports tell from it what the wait blocks.
enum CallingContext: Sendable, Equatable {
  /// The main thread itself, outside any task and any other queue.
  case mainThread
  /// A job of the main queue or the main actor. Nothing else can run on either meanwhile.
  case mainQueueJob
  /// A task on a thread of the concurrency pool.
  case task
  case queue(String)
  case thread
  /// An `async` wait, which blocks nothing, and continues on the main actor, on another actor, or on no actor.
  case suspendedOnMainActor
  case suspendedOnActor
  case suspended

  /// The context of an `async` wait that continues on an actor; nil for no actor.
  static func suspended(on actor: (any Actor)?) -> CallingContext {
    guard let actor else { return .suspended }
    return actor === MainActor.shared ? .suspendedOnMainActor : .suspendedOnActor
  }

  var isSuspended: Bool {
    switch self {
    case .suspended, .suspendedOnActor, .suspendedOnMainActor: true
    case .mainThread, .mainQueueJob, .task, .queue, .thread: false
    }
  }

  /// The readable name of the context.
  var name: String {
    switch self {
    case .mainThread: "main thread"
    case .mainQueueJob: "main queue"
    case .task: "concurrency pool"
    case .queue(let label): "queue \"\(label)\""
    case .thread: "thread"
    case .suspendedOnMainActor: "suspended on the main actor"
    case .suspendedOnActor: "suspended on an actor"
    case .suspended: "suspended"
    }
  }

  /// What a wait in this context blocks; `.unknown` when it blocks nothing.
  var blocked: ThreadLabel {
    switch self {
    case .mainThread, .mainQueueJob: .main
    case .task: .pool
    case .queue(let label): .queue(label)
    case .thread: .background
    case .suspended, .suspendedOnActor, .suspendedOnMainActor: .unknown
    }
  }
}

extension CallingContext: Encodable {
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(name)
  }
}
