// # An operation gives up with its dependency
//
// Without Wi-Fi, the operation for the thumbnails is canceled. The operation that saves the album then leaves its work
// out, too.
import Expectations
import Foundation
import Testing

// [code]
final class SaveOperation: Operation, @unchecked Sendable {
  private let completion: @Sendable () -> Void

  init(completion: @escaping @Sendable () -> Void) { self.completion = completion }

  override func main() {
    if dependencies.contains(where: { $0.isCancelled }) { return }  // ✘
    completion()
  }
}

final class AlbumSync: Sendable {
  private let queue = OperationQueue()
  private let isOnWiFi: Bool

  init(isOnWiFi: Bool) { self.isOnWiFi = isOnWiFi }

  func sync(completion: @escaping @Sendable () -> Void) {
    let thumbnails = BlockOperation { print("loading thumbnails") }
    let save = SaveOperation(completion: completion)
    save.addDependency(thumbnails)
    if !isOnWiFi { thumbnails.cancel() }
    queue.addOperations([thumbnails, save], waitUntilFinished: false)
  }
}

@Test func saveSkippedWithItsDependency() async {
  let saved = Expectation("album saved")
  let sync = AlbumSync(isOnWiFi: false)
  sync.sync { saved.fulfill() }
  await saved.wait(timeout: .milliseconds(300))
}
