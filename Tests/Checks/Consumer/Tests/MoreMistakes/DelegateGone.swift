// # The delegate is gone
//
// The download has a weak reference to its delegate, and the test has none. The handler was released with the delegate.
import Expectations
import Testing

// [code]
protocol DownloadDelegate: AnyObject, Sendable { func downloadDidFinish() }

final class Download: @unchecked Sendable {
  weak var delegate: (any DownloadDelegate)?

  func start() { Task { delegate?.downloadDidFinish() } }
}

final class Spy: DownloadDelegate {
  let finished: @Sendable () -> Void

  init(finished: @escaping @Sendable () -> Void) { self.finished = finished }

  func downloadDidFinish() { finished() }
}

func observe(_ download: Download, _ finished: @escaping @Sendable () -> Void) {
  let spy = Spy(finished: finished)
  download.delegate = spy
}

@Test func delegateGone() async {
  let finished = Expectation("download finished")
  let download = Download()
  observe(download, finished.handler)
  download.start()
  await finished.wait(timeout: .milliseconds(100))
}
