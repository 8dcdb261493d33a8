import Dispatch
import Foundation

/// The events of a document, and the jobs on its queue, which read and write the file one at a time.
extension Document {
  /// Takes an event, and carries out its effects. The jobs on the queue hold the document until they have ended.
  func perform(_ event: (inout State) -> DocumentLife.Effects) {
    let (effects, content) = storage.withLock { state in
      let effects = event(&state)
      let content = state.content
      if state.life.isClosed { state.content = nil }
      return (effects, content)
    }
    for (waiter, outcome) in effects.answers { waiter(outcome) }
    if let (number, isOn) = effects.timer {
      timer?.set(number: number, isOn: isOn) { [weak self] in self?.perform { $0.life.becameQuiet(number) } }
    }
    switch effects.job {
    case .read: queue.async { self.read() }
    // The content at the time of the decision to write, read under the same lock.
    case .write(let overwriting): queue.async { self.write(content, overwriting: overwriting) }
    case nil: break
    }
  }

  private func read() {
    var file = storage.withLock { $0.file }
    let content = Result { () throws(DocumentError) in try Self.content(of: &file) }
    let (newFile, newContent) = (file, try? content.get())
    perform { state in
      (state.file, state.content) = (newFile, newContent)
      return state.life.didRead(content.map { _ in })
    }
  }

  private static func content(of file: inout DurableFile) throws(DocumentError) -> Content {
    let data: Data
    do {
      data = try file.read(limit: sizeLimit)
    } catch {
      throw error.code == EFBIG ? .invalidContent(.tooLarge(limit: sizeLimit)) : .unreadable(error)
    }
    do {
      return try Content(data: data)
    } catch {
      throw .invalidContent(error)
    }
  }

  private func write(_ content: Content?, overwriting: Bool) {
    var file = storage.withLock { $0.file }
    let outcome = Result { () throws(DocumentError) in
      let data = try Self.data(of: content)
      do throws(FileError) {
        try file.write(data, overwriting: overwriting)
      } catch {
        throw error.step == .compare ? .conflict : .unwritable(error)
      }
    }
    // Even a failed write may have changed what is known about the file.
    let newFile = file
    perform { state in
      state.file = newFile
      return state.life.didWrite(outcome)
    }
  }

  private static func data(of content: Content?) throws(DocumentError) -> Data {
    // Only an open document writes, and an open document has content.
    guard let content else { throw .notOpen(.closed) }
    let data: Data
    do {
      data = try content.data()
    } catch {
      throw .invalidContent(error)
    }
    guard data.count <= sizeLimit else { throw .invalidContent(.tooLarge(limit: sizeLimit)) }
    return data
  }
}
