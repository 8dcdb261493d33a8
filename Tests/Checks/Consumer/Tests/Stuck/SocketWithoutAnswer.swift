// # The other end of a socket does not answer
//
// `recv` has no timeout.
import Expectations
import Foundation
import Testing

// [code]
@Test func socketWithoutAnswer() async {
  var ends: [Int32] = [0, 0]
  socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends)
  let socket = ends[0]
  let received = Expectation("received")
  Thread {
    var byte: UInt8 = 0
    _ = recv(socket, &byte, 1, 0)
    received.fulfill()
  }.start()
  await received.wait(timeout: .milliseconds(300))
}
