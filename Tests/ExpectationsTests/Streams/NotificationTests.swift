import Dispatch
import Foundation
import TestSupport
import Testing

import class Expectations.Expectation

@testable import Expectations

/// Expectations of notifications, and the removal of their observers.
@Suite struct NotificationTests {
  private static let saved = Notification.Name("documentSaved")
  private let center = NotificationCenter()

  /// The observers that the center holds for an expectation. In the end, only the center keeps them alive.
  private struct Observer {
    private weak var named: AnyObject?
    private weak var nearMissObserver: AnyObject?
    init<Value>(of expectation: Expectation<Value>) {
      named = expectation.notificationObservers?.named
      nearMissObserver = expectation.notificationObservers?.nearMissObserver
    }
    var isGone: Bool { named == nil && nearMissObserver == nil }
  }

  // MARK: Removal of the observer

  @Test func observer_isThereFromTheBeginning_andGoesOnRelease() {
    let observer: Observer
    do {
      let saved = Expectation(notification: Self.saved, center: center, count: 0...)
      observer = Observer(of: saved)
      #expect(!observer.isGone)
      _ = saved.values
    }
    #expect(observer.isGone)
  }

  @Test func observer_isRemovedOnCompletion_soLaterPostsAreIgnored() async {
    let saved = Expectation(notification: Self.saved, center: center)
    let observer = Observer(of: saved)
    center.post(name: Self.saved, object: nil)
    #expect(await saved.wait(timeout: .zero))
    #expect(observer.isGone)
    center.post(name: Self.saved, object: nil)
    #expect(saved.fulfillmentCount == 1)
  }

  @Test func observer_goesOnTimeout() async {
    let saved = Expectation(notification: Self.saved, center: center)
    let observer = Observer(of: saved)
    #expect(await outcome(of: saved, timeout: .milliseconds(1)).outcome == .timedOut)
    #expect(observer.isGone)
    center.post(name: Self.saved, object: nil)
    #expect(saved.fulfillmentCount == 0)
  }

  @Test func observer_goesOnCancellation() async {
    let saved = Expectation(notification: Self.saved, center: center)
    let observer = Observer(of: saved)
    let task = Task { await outcome(of: saved, timeout: .seconds(60)).outcome }
    task.cancel()
    #expect(await task.value == .cancelled)
    #expect(observer.isGone)
  }

  @Test func observer_goesWithABlockingWait_andAWaitThatFailed() {
    let (saved, broken) = (Expectation(notification: Self.saved, center: center), Expectation("broken", of: Int.self))
    let observer = Observer(of: saved)
    broken.fulfill(throwing: CancellationError())
    #expect(outcome(of: saved, broken, timeout: .seconds(60)).outcome == .threw)
    #expect(observer.isGone)
  }

  @Test func observer_comesBackForASecondWait() async {
    let saved = Expectation(notification: Self.saved, center: center)
    let first = Observer(of: saved)
    #expect(await outcome(of: saved, timeout: .zero).outcome == .timedOut)
    #expect(first.isGone)
    async let second = outcome(of: saved, timeout: .seconds(60)).outcome
    await isWaitedFor(saved)
    let observer = Observer(of: saved)
    center.post(name: Self.saved, object: nil)
    #expect(await second == .completed)
    #expect(observer.isGone)
  }

  @Test func observer_stays_whileAnotherWaitNeedsIt() async {
    let saved = Expectation(notification: Self.saved, center: center)
    let observer = Observer(of: saved)
    async let long = outcome(of: saved, timeout: .seconds(60)).outcome
    await isWaitedFor(saved)
    #expect(await outcome(of: saved, timeout: .milliseconds(1)).outcome == .timedOut)
    #expect(!observer.isGone)
    center.post(name: Self.saved, object: nil)
    #expect(await long == .completed)
    #expect(observer.isGone)
  }

  /// Returns when a wait for the expectation sleeps.
  private func isWaitedFor(_ expectation: Expectation<Void>) async {
    while Engine.withLock({ expectation.state(in: &$0).memberships.isEmpty }) {
      await Task.yield()
    }
  }

  @Test func observer_ofWhatDidNotComeFirst_stays() async {
    let failure = Notification.Name("saveFailed")
    let saved = Expectation(notification: Self.saved, center: center)
    let failed = Expectation(notification: failure, center: center)
    let observer = Observer(of: saved)
    center.post(name: failure, object: nil)
    #expect(await wait(forAnyOf: saved, failed) == 1)
    #expect(!observer.isGone)
    center.post(name: Self.saved, object: nil)
    #expect(await saved.wait(timeout: .zero))
    #expect(observer.isGone)
  }
}
