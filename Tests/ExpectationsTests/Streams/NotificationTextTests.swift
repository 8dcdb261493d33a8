import Foundation
import Testing

import class Expectations.Expectation

@testable import Expectations

/// The near misses in the failure of a notification that did not come.
@Suite struct NotificationTextTests {
  private final class Manager: Sendable {}
  private final class Cache: CustomStringConvertible, Sendable {
    var description: String { preconditionFailure("code of a user in the middle of a post") }
  }

  private static let finished = Notification.Name("uploadDidFinish")
  private let center = NotificationCenter()

  /// The lines below the entry of an expectation that is incomplete after `posting`.
  private func details(
    _ expectation: @autoclosure () -> Expectation<Void>, _ posting: () -> Void = {}
  ) async -> [Substring] {
    let (_, host) = await recording {
      let expectation = expectation()
      posting()
      #expect(await expectation.wait(timeout: .milliseconds(1)) == false)
    }
    #expect(host.failures.count == 1)
    return (host.failures.first?.text ?? "").split(separator: "\n").filter { $0.hasPrefix("      ") }
      .map { $0.dropFirst(6) }
  }

  @Test func postedWithoutTheObject_isNamed_asTheCause() async {
    let manager = Manager()
    let lines = await details(Expectation(notification: Self.finished, object: manager, center: center)) {
      center.post(name: Self.finished, object: nil)
    }
    #expect(
      lines == [
        "observed on a center other than the default one, from one object: Manager",
        "near miss: posted once without an object (object: nil)",
      ])
  }

  @Test func postedByOthers_isCountedByType_withoutAskingThem() async {
    let manager = Manager()
    let lines = await details(Expectation(notification: Self.finished, object: manager, center: center)) {
      for other in [Manager(), Manager()] { center.post(name: Self.finished, object: other) }
      center.post(name: Self.finished, object: Cache())
    }
    #expect(
      lines.dropFirst() == [
        "near miss: posted twice by another object: Manager", "near miss: posted once by another object: Cache",
      ])
  }

  @Test func rejected_isCounted() async {
    let lines = await details(
      Expectation(notification: Self.finished, center: center, where: { $0.userInfo != nil })
    ) {
      for _ in 1...3 { center.post(name: Self.finished, object: nil) }
    }
    #expect(
      lines == [
        "observed on a center other than the default one, from any object",
        "near miss: posted 3 times, but rejected by where:",
      ])
  }

  @Test func nothingNear_saysOnlyWhatWasObserved() async {
    let (manager, name) = (Manager(), Notification.Name("only awaited here"))
    let lines = await details(Expectation(notification: name, object: manager)) {
      center.post(name: name, object: manager)
      NotificationCenter.default.post(name: Notification.Name("something else"), object: manager)
    }
    #expect(lines == ["observed on the default center, from one object: Manager"])
  }

  @Test func objectThatIsGone_isNamed() async {
    var manager: Manager? = Manager()
    let lines = await details(Expectation(notification: Self.finished, object: manager, center: center)) {
      manager = nil
      center.post(name: Self.finished, object: Manager())
    }
    #expect(
      lines == [
        "observed on a center other than the default one, from one object, which has been released: Manager",
        "near miss: posted once by another object: Manager",
      ])
  }

  @Test func afterTheNotificationItself_nothingIsNoted() async {
    let saved = Expectation(notification: Self.finished, center: center, where: { $0.object == nil })
    center.post(name: Self.finished, object: nil)
    center.post(name: Self.finished, object: Manager())
    let report = await outcome(of: saved, timeout: .zero)
    #expect(report.isSuccess)
    #expect(report.expectations[0].notification?.hasNearMisses == false)
  }

  @Test func whatHasNoNearMisses_hasNoOnlooker() {
    let manager = Manager()
    let (deleted, any, saved) = (
      Expectation(notification: Self.finished, object: manager, center: center, count: 0...),
      Expectation(notification: Self.finished, center: center),
      Expectation(notification: Self.finished, object: manager, center: center)
    )
    #expect(deleted.notificationObservers?.nearMissObserver == nil)
    #expect(any.notificationObservers?.nearMissObserver == nil)
    #expect(saved.notificationObservers?.nearMissObserver != nil)
    _ = (deleted.values, any.values, saved.values)
  }

  @Test func nearMisses_takeThePlaceOfTheInnocence() {
    var entry = SampleReport.entry("saved")
    entry.notification = .init(name: "saved", isOnDefaultCenter: true)
    var report = SampleReport.report(.timedOut, [entry])
    report.probes = SampleReport.answers(.zero, .zero, .zero)
    #expect(
      report.description == """
        Timed out after 5.00 s waiting for "saved"
          ✘ "saved"  0 of 1   created at DocumentTests.swift:24
              observed on the default center, from any object
          the main queue, the global queue and the concurrency pool answered when probed. Not seen is an error that \
        ended a task, a lock, an actor, another queue or run loop
        """)
    report.expectations[0].notification?.rejectedCount = 1
    #expect(
      report.description == """
        Timed out after 5.00 s waiting for "saved"
          ✘ "saved"  0 of 1   created at DocumentTests.swift:24
              observed on the default center, from any object
              near miss: posted once, but rejected by where:
        """)
  }

  // MARK: The parts

  @Test func differentOnes_areBounded() {
    var misses = NearMisses(requiredCount: 1)
    for type in ["A", "B", "C", "D", "E", "A", "F"] { misses.note(objectOfType: type) }
    #expect(misses.otherObjects.map(\.subject) == ["A", "B", "C", "D"])
    #expect(misses.otherObjects.map(\.count) == [2, 1, 1, 1])
    #expect(misses.furtherObjectCount == 2)
    let text = NotificationText(
      .init(name: "", isOnDefaultCenter: true, objectType: "A", furtherObjectCount: misses.furtherObjectCount))
    #expect(text.lines.last == "near miss: posted twice by objects of other types")
  }
}
