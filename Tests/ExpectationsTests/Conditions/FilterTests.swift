import Foundation
import Testing

import class Expectations.Expectation

@testable import Expectations

/// A closure after the parentheses is a filter, also if it can return nil.
@Suite struct FilterTests {
  @Test func optionalBool_isAFilter() {
    let (name, center) = (Notification.Name("saved"), NotificationCenter())
    let saved = Expectation(notification: name, center: center) { $0.userInfo?["isSaved"] as? Bool }
    center.post(name: name, object: nil)
    center.post(name: name, object: nil, userInfo: ["isSaved": false])
    #expect(saved.fulfillmentCount == 0)
    center.post(name: name, object: nil, userInfo: ["isSaved": true])
    #expect(saved.wait(timeout: .zero))
  }
}
