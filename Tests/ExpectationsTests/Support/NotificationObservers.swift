@testable import Expectations

extension Expectations.Expectation {
  /// The observers that the center currently holds for the expectation.
  var notificationObservers: CenterObservers? { (observation as? NotificationObservation)?.observers }
}
