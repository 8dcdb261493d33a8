// # A process does not exit
//
// The program reads its standard input, which stays open.
import Expectations
import Foundation
import Testing

// [code]
@Test func processThatStays() async throws {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/bin/cat")
  process.standardInput = Pipe()
  try process.run()
  let converted = Expectation("converted")
  Thread {
    process.waitUntilExit()
    converted.fulfill()
  }.start()
  await converted.wait(timeout: .milliseconds(300))
  process.terminate()
}
