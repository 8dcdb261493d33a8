// # Two `defer` blocks run in reverse
//
// The copier should tell about the end, and then forget the handler. The last `defer` runs first, so there is no
// handler to tell.
import Dispatch
import Expectations
import Testing

// [code]
final class FileCopier: @unchecked Sendable {
  private let queue = DispatchQueue(label: "copier")
  private var onEnd: (@Sendable () -> Void)?
  private var copied: [String] = []

  func copy(_ files: [String], onEnd: @escaping @Sendable () -> Void) {
    queue.async {
      self.onEnd = onEnd
      self.copyAll(files)
    }
  }

  private func copyAll(_ files: [String]) {
    defer { onEnd?() }
    defer { onEnd = nil }  // ✘
    for file in files where !file.hasPrefix(".") { copied.append(file) }
  }
}

@Test func deferOrder() async {
  let ended = Expectation("copy ended")
  let copier = FileCopier()
  copier.copy(["a.txt", ".hidden", "b.txt"]) { ended.fulfill() }
  await ended.wait(timeout: .milliseconds(300))
}
