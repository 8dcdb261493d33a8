import Dispatch
import Foundation

/// The lock, the queue and the file of one document: feeds events to its `DocumentMachine` and does what comes back.
///
/// The jobs on the queue hold it, so that what was asked for is done and answered when the document itself is gone.
final class DocumentStorage<Content: DocumentContent>: Sendable {
  typealias Waiter = @Sendable (Result<Void, DocumentError>) -> Void
  typealias Machine = DocumentMachine<Waiter, DocumentError>

  private struct State: Sendable {
    var machine: Machine
    var content: Content?
  }

  private let state: Locked<State>
  private let file: AtomicFile
  /// Serial, and not the global queues': these can be full of other work.
  private let queue = DispatchQueue(label: "Samples.Document", qos: .userInitiated)

  init(file: AtomicFile, newContent: Content?) {
    self.file = file
    state = Locked(State(machine: newContent == nil ? Machine() : Machine(newContent: ()), content: newContent))
  }

  // MARK: What it is now

  var content: Content? { state.withLock { $0.content } }
  var documentState: DocumentState { state.withLock { $0.machine.documentState } }
  var isDirty: Bool { state.withLock { $0.machine.isDirty } }
  var isSaving: Bool { state.withLock { $0.machine.isWriting } }
  var lastFailure: DocumentError? { state.withLock { $0.machine.lastFailure } }

  // MARK: What is asked of it

  func open(_ waiter: @escaping Waiter) {
    perform { $0.machine.open(waiter, refusal: .alreadyOpen) }
  }

  func save(_ waiter: @escaping Waiter) {
    perform { $0.machine.save(waiter, refusal: .notOpen($0.machine.documentState)) }
  }

  func close(_ waiter: @escaping Waiter) {
    perform { $0.machine.close(waiter) }
  }

  /// Makes the change to a copy, unlocked, and again to a newer copy if another thread's change came in between.
  func edit<Output>(_ change: (inout Content) -> Output) throws(DocumentError) -> Output {
    while true {
      let (current, base, documentState) = state.withLock {
        ($0.content, $0.machine.revision, $0.machine.documentState)
      }
      guard var content = current, documentState == .normal || documentState == .savingError else {
        throw .notOpen(documentState)
      }
      let output = change(&content)
      let edited = content
      let isTaken = state.withLock { state in
        guard state.machine.edit(from: base) else { return false }
        state.content = edited
        return true
      }
      if isTaken { return output }
    }
  }

  // MARK: What it does

  private func perform(_ event: (inout State) -> Machine.Effects) {
    let (effects, content) = state.withLock { state in
      let effects = event(&state)
      let content = state.content
      if case .closed = state.machine.phase { state.content = nil }
      return (effects, content)
    }
    for answer in effects.answers {
      answer.waiter(answer.failure.map { .failure($0) } ?? .success(()))
    }
    switch effects.job {
    case .read: queue.async { self.read() }
    case .write(let revision): queue.async { self.write(content, revision: revision) }
    case nil: break
    }
  }

  private func read() {
    file.removeStaleTemporaries()
    let result = Result { () throws(DocumentError) in try readContent() }
    perform { state in
      switch result {
      case .success(let content):
        state.content = content
        return state.machine.didRead(failure: nil)
      case .failure(let failure):
        return state.machine.didRead(failure: failure)
      }
    }
  }

  private func readContent() throws(DocumentError) -> Content {
    let data: Data
    do {
      data = try file.read(limit: Content.sizeLimit)
    } catch  where error.reason == .tooLarge {
      throw .invalidContent(.tooLarge(limit: Content.sizeLimit))
    } catch {
      throw .unreadable(error)
    }
    do {
      return try Content(data: data)
    } catch {
      throw .invalidContent(error)
    }
  }

  /// `content` is what it was when the write was decided on, under the same lock.
  private func write(_ content: Content?, revision: Int) {
    let result = Result { () throws(DocumentError) in try writeContent(content) }
    perform { state in
      switch result {
      case .success: state.machine.didWrite(revision: revision, failure: nil)
      case .failure(let failure): state.machine.didWrite(revision: revision, failure: failure)
      }
    }
  }

  private func writeContent(_ content: Content?) throws(DocumentError) {
    // Only an open document writes, and an open document has content.
    guard let content else { throw .notOpen(.closed) }
    let data: Data
    do {
      data = try content.data()
    } catch {
      throw .invalidContent(error)
    }
    guard data.count <= Content.sizeLimit else { throw .invalidContent(.tooLarge(limit: Content.sizeLimit)) }
    do {
      try file.write(data)
    } catch {
      throw .unwritable(error)
    }
  }
}

extension DocumentMachine {
  var documentState: DocumentState {
    switch phase {
    case .closed: .closed
    case .opening: .opening
    case .open: lastFailure == nil ? .normal : .savingError
    case .closing: .closing
    }
  }
}
