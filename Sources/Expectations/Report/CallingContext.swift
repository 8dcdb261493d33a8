/// What a blocking wait is called from, as far as it matters to how it sleeps and to what it holds up.
enum CallingContext: Sendable, Equatable {
  /// The real main thread, outside any task and any other queue.
  case mainThread
  /// A job of the main queue or the main actor: nothing else of theirs can run meanwhile.
  case mainQueueJob
  /// A task on a thread of the concurrency pool.
  case task
  case queue(String)
  case thread
  /// An `async` wait, which holds nothing up.
  case suspended

  /// What a person calls them.
  var name: String {
    switch self {
    case .mainThread: "main thread"
    case .mainQueueJob: "main queue"
    case .task: "concurrency pool"
    case .queue(let label): "queue \"\(label)\""
    case .thread: "thread"
    case .suspended: "suspended"
    }
  }

  /// What a wait called from there blocks; unknown for what blocks nothing.
  var blocked: ThreadLabel {
    switch self {
    case .mainThread, .mainQueueJob: .main
    case .task: .pool
    case .queue(let label): .queue(label)
    case .thread: .background
    case .suspended: .unknown
    }
  }
}

extension CallingContext: Codable {
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(name)
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let name = try container.decode(String.self)
    let plain: [CallingContext] = [.mainThread, .mainQueueJob, .task, .thread, .suspended]
    if let context = plain.first(where: { $0.name == name }) {
      self = context
    } else if name.hasPrefix("queue \""), name.hasSuffix("\"") {
      self = .queue(String(name.dropFirst("queue \"".count).dropLast()))
    } else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "there is nothing called \(name)")
    }
  }
}
