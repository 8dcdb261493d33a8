// # A request is not resumed
//
// A task of a `URLSession` begins when it is resumed. The client makes it, gives it a name, and leaves it there.
import Expectations
import Foundation
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

// [code]
final class StatusClient: Sendable {
  private let session = URLSession(configuration: .ephemeral)
  private let server: URL

  init(server: URL) { self.server = server }

  func check(completion: @escaping @Sendable (Bool) -> Void) {
    var request = URLRequest(url: server.appendingPathComponent("status"))
    request.httpMethod = "HEAD"
    let task = session.dataTask(with: request) { _, response, _ in  // ✘
      completion((response as? HTTPURLResponse)?.statusCode == 200)
    }
    task.taskDescription = "status"
  }
}

@Test func requestNotResumed() async throws {
  let checked = Expectation("status checked")
  let server = try #require(URL(string: "http://127.0.0.1:9"))
  let client = StatusClient(server: server)
  client.check { _ in checked.fulfill() }
  await checked.wait(timeout: .milliseconds(300))
}
