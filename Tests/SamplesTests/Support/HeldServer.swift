import Expectations

/// A server that has received a request, and does not answer before the test lets it.
struct HeldServer {
  /// Fulfilled when the server receives the request.
  let requested = Expectation("renewal requested")
  /// Fulfill it to let the server answer.
  let proceed = Expectation("server may answer")
  let server: TokenServer

  init() {
    server = TokenServer { [requested, proceed] in
      requested.fulfill()
      await proceed.wait(timeout: .seconds(30))
    }
  }
}
