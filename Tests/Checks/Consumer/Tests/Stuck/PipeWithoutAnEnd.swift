// # A pipe is read to its end
//
// The process still holds the writing end, so the end does not come.
import Expectations
import Foundation
import Testing

// [code]
@Test func pipeWithoutAnEnd() async {
  let pipe = Pipe()
  let read = Expectation("read")
  Thread {
    _ = pipe.fileHandleForReading.readDataToEndOfFile()
    read.fulfill()
  }.start()
  try? pipe.fileHandleForWriting.write(contentsOf: [1, 2, 3])
  await read.wait(timeout: .milliseconds(300))
}
