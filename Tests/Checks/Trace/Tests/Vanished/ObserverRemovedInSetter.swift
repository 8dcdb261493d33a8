// # An observer is removed in the setter
//
// The view observes the folder that it gets, and should stop to observe the previous one. It removes the observer that
// it has just added.
import Dispatch
import Expectations
import Foundation
import Testing

// [code]
final class Folder: Sendable {
  static let didChange = Notification.Name("folderDidChange")
  private let queue = DispatchQueue(label: "folder")

  func add(_ file: String) {
    queue.async { NotificationCenter.default.post(name: Self.didChange, object: self) }
  }
}

final class FolderView {
  private var observer: (any NSObjectProtocol)?
  private let onChange: @Sendable () -> Void
  var folder: Folder? {
    didSet {
      let center = NotificationCenter.default
      let onChange = onChange
      observer = center.addObserver(forName: Folder.didChange, object: folder, queue: nil) { _ in onChange() }
      if let observer { center.removeObserver(observer) }  // ✘
    }
  }

  init(onChange: @escaping @Sendable () -> Void) { self.onChange = onChange }
}

@Test func observerRemovedInSetter() async {
  let changed = Expectation("view changed")
  let view = FolderView { changed.fulfill() }
  let folder = Folder()
  view.folder = folder
  folder.add("a.txt")
  await changed.wait(timeout: .milliseconds(300))
}
