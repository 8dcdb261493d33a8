// # A stream keeps nothing for its consumer
//
// The importer yields its events before anyone iterates. The stream has no room for them, so that the loop only sees
// its end.
import Expectations
import Testing

// [code]
enum ImportEvent: Equatable {
  case progress(Int)
  case done
}

struct FileImporter {
  func events(of files: [String]) -> AsyncStream<ImportEvent> {
    AsyncStream(bufferingPolicy: .bufferingNewest(0)) { continuation in  // ✘
      for index in files.indices { continuation.yield(.progress(index + 1)) }
      continuation.yield(.done)
      continuation.finish()
    }
  }
}

final class ImportService: Sendable {
  func start(_ files: [String], completion: @escaping @Sendable () -> Void) {
    let events = FileImporter().events(of: files)
    Task {
      for await event in events where event == .done { completion() }
    }
  }
}

@Test func streamKeepsNothing() async {
  let imported = Expectation("imported")
  ImportService().start(["a.csv", "b.csv"]) { imported.fulfill() }
  await imported.wait(timeout: .milliseconds(300))
}
