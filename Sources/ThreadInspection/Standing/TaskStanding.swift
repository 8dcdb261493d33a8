/// Describes one suspended task.
struct TaskStanding {
  let task: TaskSnapshot
  /// Its functions, the innermost first.
  let frames: [CodePlace?]
  /// If it has not begun: what may be the function with which it begins.
  let starts: [Start]
  /// The symbol of the type of the actor on which it needs a turn.
  let actorType: String?
  let code: UserCode
  let demangler: Demangler

  struct Start {
    let description: CodePlace?
    let function: CodePlace?
    let targets: [CodePlace]
  }

  /// Nil when the task is not in your code, or in the library that reports this without waiting there.
  var standing: Standing? {
    let frames = starts.compactMap(Self.function).prefix(1) + self.frames
    guard let index = code.innermost(Array(frames)) else { return nil }
    var standing = Standing(.task(identity: task.address, name: name), activity(frames[..<index]))
    standing.taskNumber = task.number
    standing.test = task.test
    if frames[..<index].contains(where: UserCode.waits) {
      guard let wait = LibraryWait(frames[..<index].compactMap { $0?.symbol }) else { return nil }
      standing.activity = .library(wait)
    } else {
      standing.callee = index > 0 ? callee(frames[index - 1]) : nil
    }
    standing.note(frames[index], demangler)
    return standing
  }

  private static func function(_ start: Start) -> CodePlace? {
    guard let function = start.function, function.isStart, let name = function.symbol,
      let description = start.description?.symbol, TaskStart.isDescription(description, of: name)
    else { return nil }
    return start.targets.first { $0.isStart && TaskStart.isForwarder(name, of: $0.symbol ?? "") } ?? function
  }

  /// Swift Testing gives a name to the task of each test, which adds nothing.
  private var name: String? { task.name.flatMap { TestTaskName.isOfSwiftTesting($0) ? nil : $0 } }

  private func activity(_ inner: ArraySlice<CodePlace?>) -> Standing.Activity {
    let names = inner.compactMap { $0?.symbol }
    switch task.need {
    case .continuation where names.contains(where: Self.isSleep): return .sleep
    case .continuation where names.contains { $0.hasPrefix("$sScS") || $0.hasPrefix("$sScs") }: return .stream
    case .continuation: return .continuation
    case .task(let identity): return .task(identity: identity)
    case .group: return .taskGroup
    case .executor(0, _): return .pool
    case .executor(let identity, _): return turn(identity)
    }
  }

  /// Whether a function, by its symbol, is one of the standard library that sleeps.
  static func isSleep(_ symbol: String) -> Bool {
    ["E5sleep", "E6_sleep", "5ClockP5sleep", "ClockV5sleep5until"].contains { symbol.contains(text: $0) }
  }

  private func turn(_ identity: UInt64) -> Standing.Activity {
    if let actorType, Self.mainExecutors.contains(where: { actorType.contains(text: $0) }) { return .mainActor }
    return .actor(Standing.Actor(identity: identity, name: actorType.flatMap(demangler.typeName)))
  }

  private static let mainExecutors = ["MainExecutor", "$sScM"]

  /// A function of a library outside of the toolchain's concurrency, such as `URLSession.data(from:)`.
  private func callee(_ frame: CodePlace?) -> String? {
    guard let symbol = frame?.symbol, symbol.hasPrefix("$s") else { return nil }
    return symbol.dropFirst(2).first?.isNumber == true ? demangler.name(symbol) : nil
  }
}
