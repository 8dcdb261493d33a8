import Foundation

/// The file of a document, and what the document knows about it.
struct DocumentLocation: Sendable {
  var url: URL
  var file: AtomicFile

  init(url: URL, fileSystem: any FileSystem, owner: TemporaryOwner) {
    self.url = url
    // Only a file URL has a path on this machine. The path of another URL would name an unrelated file.
    file = AtomicFile(path: url.isFileURL ? url.path : "", fileSystem: fileSystem, owner: owner)
  }
}

/// Another file to save to.
struct DocumentPlace: Equatable, Sendable {
  var url: URL
  var overwriting: Bool
}

/// The jobs on the document's queue. They run one at a time, and only they change the location.
extension DocumentStorage {
  func read() {
    var location = state.withLock { $0.location }
    location.file.removeStaleTemporaries()
    let result = Result { () throws(DocumentError) in try content(of: &location.file) }
    perform { state in
      switch result {
      case .success(let content):
        state.location = location
        state.content = content
        return state.machine.didRead(failure: nil)
      case .failure(let failure):
        return state.machine.didRead(failure: failure)
      }
    }
  }

  private func content(of file: inout AtomicFile) throws(DocumentError) -> Content {
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

  func write(_ content: Content?, to target: Machine.Target) {
    let own = state.withLock { $0.location }
    var location = own
    var replacing = AtomicFile.Replacing.lastSeen
    switch target {
    case .own(overwriting: false): break
    case .own(overwriting: true): replacing = .anything
    case .other(let place):
      location = DocumentLocation(url: place.url, fileSystem: own.file.fileSystem, owner: own.file.owner)
      replacing = place.overwriting ? .anything : .nothing
    }
    let ending = write(content, to: &location.file, replacing: replacing)
    perform { state in
      // A failed write to the document's own file may have changed what is known about it, so that is kept.
      if case .other = target, case .failed = ending { location = own }
      state.location = location
      return state.machine.didWrite(ending)
    }
  }

  private func write(
    _ content: Content?, to file: inout AtomicFile, replacing: AtomicFile.Replacing
  ) -> Machine.Ending {
    do throws(DocumentError) {
      let data = try data(of: content)
      do throws(FileError) {
        try file.write(data, replacing: replacing)
      } catch {
        return error.reason == .changed ? .conflict(.conflict) : .failed(.unwritable(error))
      }
      return .done
    } catch {
      return .failed(error)
    }
  }

  private func data(of content: Content?) throws(DocumentError) -> Data {
    // Only an open document writes, and an open document has content.
    guard let content else { throw .notOpen(.closed) }
    let data: Data
    do {
      data = try content.data()
    } catch {
      throw .invalidContent(error)
    }
    guard data.count <= Content.sizeLimit else { throw .invalidContent(.tooLarge(limit: Content.sizeLimit)) }
    return data
  }
}
