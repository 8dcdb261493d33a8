// # A `guard case` drops a result
//
// The server answers that the forecast is the same as before, and sends it again. The service only shows a forecast
// that is new.
import Dispatch
import Expectations
import Testing

// [code]
enum Forecast {
  case fresh(String)
  case unchanged(String)
}

final class WeatherService: Sendable {
  private let queue = DispatchQueue(label: "weather")

  func refresh(show: @escaping @Sendable (String) -> Void) {
    Task {
      let forecast = await request()
      guard case .fresh(let text) = forecast else { return }  // ✘
      show(text)
    }
  }

  private func request() async -> Forecast {
    await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: .unchanged("sunny")) }
    }
  }
}

@Test func resultDroppedByGuardCase() async throws {
  let shown = Expectation("forecast shown", of: String.self)
  WeatherService().refresh { shown.fulfill($0) }
  try await shown.wait(timeout: .milliseconds(300))
}
