/// The calls of a run, and their results.
struct History<Model: Sendable>: Sendable {
  struct Call: Sendable {
    /// The task that makes it; the last one calls when the others have ended.
    var task: Int
    /// For example `withdraw(80)`.
    var name: String
    /// The moments of its beginning and its end, counted from 0.
    var begin: Int
    var end: Int
    var result: Outcome
    var model: @Sendable (inout Model) -> Outcome
  }

  /// What a call returned or threw.
  struct Outcome: Sendable {
    var text: String
    var value: any Sendable
    var isEqual: @Sendable (Outcome) -> Bool

    init<Value: Equatable & Sendable>(value: Value, text: String? = nil) {
      (self.value, self.text) = (value, text ?? "\(value)")
      isEqual = { ($0.value as? Value) == value }
    }

    init(thrown error: any Error) { self.init(value: Thrown(text: "\(error)"), text: "throws \(error)") }
  }

  private struct Thrown: Equatable, Sendable {
    let text: String
  }

  var calls: [Call] = []
  var moments = 0

  mutating func moment() -> Int {
    defer { moments += 1 }
    return moments
  }

  /// Whether the calls could have been made one after the other, in an order in which none begins after the end of one
  /// that comes later. Throws if that is not known after 100,000 calls of the model, in all orders together.
  func isLinearizable(_ model: Model) throws(Verdict.Failure) -> Bool {
    var visited = 0
    return try search(calls.indices.sorted { calls[$0].begin < calls[$1].begin }, model, &visited)
  }

  private func search(_ left: [Int], _ model: Model, _ visited: inout Int) throws(Verdict.Failure) -> Bool {
    guard let firstEnd = left.map({ calls[$0].end }).min() else { return true }
    for index in left where calls[index].begin <= firstEnd {
      visited += 1
      guard visited <= 100_000 else {
        throw Verdict.Failure(
          text: "These calls have too many orders to compare with the model: let fewer tasks make fewer calls",
          kind: "too many orders")
      }
      let call = calls[index]
      var (next, again) = (model, model)
      let result = call.model(&next)
      guard result.isEqual(call.model(&again)) else {
        let text =
          "The model gave \(call.name) two results after the same calls: it must be a value, and do the same each time"
        throw Verdict.Failure(text: text, kind: "unsteady model")
      }
      guard result.isEqual(call.result) else { continue }
      if try search(left.filter { $0 != index }, next, &visited) { return true }
    }
    return false
  }

  /// The calls as a table: a column for each task, a line for each beginning and each end.
  var table: [String] {
    let tasks = Set(calls.map(\.task)).sorted()
    var events: [(moment: Int, task: Int, text: String)] = []
    for call in calls {
      if call.end == call.begin + 1 {
        events.append((call.begin, call.task, "\(call.name) → \(call.result.text)"))
      } else {
        events.append((call.begin, call.task, "\(call.name) …"))
        events.append((call.end, call.task, "… \(call.name) → \(call.result.text)"))
      }
    }
    let width = events.map(\.text.count).max() ?? 0
    return events.sorted { $0.moment < $1.moment }.map { event in
      let column = tasks.firstIndex(of: event.task) ?? 0
      return "  " + String(repeating: " ", count: column * (width + 3)) + event.text
    }
  }
}
