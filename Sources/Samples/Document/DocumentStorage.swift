import Dispatch
import Foundation

/// The lock, the queue, and the file of one document. Feeds events to its `DocumentMachine` and carries out the
/// effects.
///
/// The jobs on the queue hold a reference to this object, so requests run and are answered even after the document is
/// released.
final class DocumentStorage<Content: DocumentContent>: Sendable {
  typealias Waiter = @Sendable (Result<Void, DocumentError>) -> Void
  typealias Machine = DocumentMachine<Waiter, DocumentError, DocumentPlace>

  struct State: Sendable {
    var machine: Machine
    var content: Content?
    var location: DocumentLocation
    var timer: (any QuietTimer)?
  }

  let state: Locked<State>
  /// A serial queue of its own: the global queues can be full of other work.
  private let queue = DispatchQueue(label: "Samples.Document", qos: .userInitiated)

  init(location: DocumentLocation, newContent: Content?, autosave: DocumentAutosave?) {
    let autosaves = autosave != nil
    let machine = newContent == nil ? Machine(autosaves: autosaves) : Machine(newContent: (), autosaves: autosaves)
    state = Locked(State(machine: machine, content: newContent, location: location))
    let timer = autosave?.timer { [weak self] number in
      self?.perform { $0.machine.becameQuiet(timer: number) }
    }
    state.withLock { $0.timer = timer }
  }

  deinit {
    // The document is gone, so there is nothing left to save. The highest number wins over every other command.
    state.withLock { $0.timer }?.set(number: .max, isOn: false)
  }

  // MARK: State

  var content: Content? { state.withLock { $0.content } }
  var fileURL: URL { state.withLock { $0.location.url } }
  var documentState: DocumentState { state.withLock { $0.machine.documentState } }
  var isDirty: Bool { state.withLock { $0.machine.isDirty } }
  var isSaving: Bool { state.withLock { $0.machine.isSaving } }
  var lastFailure: DocumentError? { state.withLock { $0.machine.lastFailure } }

  // MARK: Requests

  func open(_ waiter: @escaping Waiter) {
    perform { $0.machine.open(waiter, refusal: .alreadyOpen) }
  }

  func request(_ request: Machine.Request, _ waiter: @escaping Waiter) {
    perform { $0.machine.request(request, waiter, refusal: .notOpen($0.machine.documentState)) }
  }

  func close(_ waiter: @escaping Waiter) {
    perform { $0.machine.close(waiter) }
  }

  /// Applies the change to a copy without the lock, and again to the newer content if another thread's change came in
  /// between.
  func edit<Output>(_ change: (inout Content) -> Output) throws(DocumentError) -> Output {
    while true {
      let (current, base, machine) = state.withLock { ($0.content, $0.machine.revision, $0.machine) }
      guard var content = current, machine.isEditable else { throw .notOpen(machine.documentState) }
      let output = change(&content)
      let edited = content
      var isTaken = false
      perform { state in
        guard let effects = state.machine.edit(from: base) else { return Machine.Effects() }
        state.content = edited
        isTaken = true
        return effects
      }
      if isTaken { return output }
    }
  }

  // MARK: Effects

  func perform(_ event: (inout State) -> Machine.Effects) {
    let (effects, content, timer) = state.withLock { state in
      let effects = event(&state)
      let content = state.content
      if case .closed = state.machine.phase { state.content = nil }
      return (effects, content, state.timer)
    }
    for answer in effects.answers {
      answer.waiter(answer.failure.map { .failure($0) } ?? .success(()))
    }
    if let command = effects.timer { timer?.set(number: command.number, isOn: command.isOn) }
    switch effects.job {
    case .read: queue.async { self.read() }
    // The content at the time of the decision to write, read under the same lock.
    case .write(let target): queue.async { self.write(content, to: target) }
    case nil: break
    }
  }
}
