@testable import Expectations

extension Expectations.Expectation {
  /// What the center holds for it at the moment.
  var notificationObservers: CenterObservers? { (observation as? NotificationObservation)?.observers }
}
