// # A completion handler is replaced by that of a later call
//
// The service has room for one completion handler. The weather asks for the location before the map has got it.
import Dispatch
import Expectations
import Testing

// [code]
final class LocationService: @unchecked Sendable {
  private let queue = DispatchQueue(label: "location")
  private var completion: (@Sendable (Double) -> Void)?

  func locate(completion: @escaping @Sendable (Double) -> Void) {
    queue.async {
      self.completion = completion  // ✘
    }
  }

  func sensorDidMeasure(latitude: Double) {
    queue.async {
      self.completion?(latitude)
      self.completion = nil
    }
  }
}

@Test func completionReplaced() async {
  let service = LocationService()
  let located = Expectation("map located")
  service.locate { _ in located.fulfill() }
  service.locate { latitude in print("weather at \(latitude)") }
  service.sensorDidMeasure(latitude: 52.5)
  await located.wait(timeout: .milliseconds(300))
}
