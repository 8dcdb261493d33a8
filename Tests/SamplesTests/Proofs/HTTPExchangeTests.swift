import Dispatch
import Expectations
import Leftovers
import Testing

@testable import Samples

@Suite(.endsAllTasks) struct HTTPExchangeTests {
  /// The queue of the timers is blocked: the end does not wait for a timer.
  @Test(arguments: [Duration.zero, .seconds(-1), .seconds(Int64.min)])
  func begin_noTime_hasEndedAlready(deadline: Duration) throws {
    let timers = DispatchQueue(label: "timers")
    timers.suspend()
    defer { timers.resume() }
    let ended = Expectation("exchange ended", of: HTTPExchangeState.Outcome.self)
    let exchange = HTTPExchange(HTTPExchangeState(sizeLimit: 1, deadline: deadline), completion: ended.handler)
    exchange.begin(timers: timers)
    #expect(exchange.isFinished)
    let outcome = try ended.wait(timeout: .zero)
    #expect(throws: HTTPFailure.self) { try outcome.get() }
  }
}
