import Dispatch
import Foundation
import TestSupport
import XCTest

@testable import Expectations

/// Real threads that race with the calls of a recorder or with a wait for a notification, and very many events.
final class RecorderRaceTests: XCTestCase {
  private static func spinBriefly(_ race: Int) { for _ in 0..<(race % 200) { _ = Instant.now() } }

  /// Records the number of a race on the queue, at some time.
  private static func record(_ race: Int, in events: Recorder<Int>, on queue: DispatchQueue) {
    queue.async {
      Self.spinBriefly(race)
      events.record(race)
    }
  }

  func testStartRace_losesNoEvent() async throws {
    let queue = DispatchQueue(label: "recorder")
    let events = Recorder<Int>("events")
    for race in 0..<ProofSize.of(small: 1_500, full: 15_000) {
      Self.record(race, in: events, on: queue)
      let event = try await events.next(timeout: .seconds(20))
      XCTAssertEqual(event, race)
    }
  }

  func testStartRace_onMain_losesNoEvent() throws {
    let queue = DispatchQueue(label: "recorder")
    let events = Recorder<Int>("events")
    for race in 0..<ProofSize.of(small: 500, full: 5000) {
      Self.record(race, in: events, on: queue)
      let event = try events.next(timeout: .seconds(20))
      XCTAssertEqual(event, race)
    }
  }

  /// Each event is either returned by the call that it raced with, or is still unconsumed after that call has failed.
  func testDeadlineRace_andCancelRace_neverLoseAnEvent_norReturnItTwice() async {
    let queue = DispatchQueue(label: "recorder")
    let races = ProofSize.of(small: 1_000, full: 10_000)
    let (counts, host) = await recording {
      let events = Recorder<Int>("events")
      var (inTime, late, cancelled) = (0, 0, 0)
      for race in 0..<races {
        let call = Task { try await events.next(timeout: race % 2 == 0 ? .microseconds(race % 100) : .seconds(20)) }
        Self.record(race, in: events, on: queue)
        if race % 2 == 1 { call.cancel() }
        switch await call.result {
        case .success(let event):
          XCTAssertEqual(event, race)
          inTime += 1
        case .failure(let error):
          if error is CancellationError { cancelled += 1 } else { late += 1 }
          // The next call gets it.
          let event = try? await events.next(timeout: .seconds(20))
          XCTAssertEqual(event, race)
        }
      }
      return (inTime, late, cancelled)
    }
    ProofSize.print("recorder races, \(ProofSize.name): in time \(counts.0), late \(counts.1), cancelled \(counts.2)")
    XCTAssertEqual(host.failures.count, counts.1, "one failure for each that was late, none for the cancelled")
  }

  func testRelease_racingWithPushes_andWithItsSequence_isSafe() async {
    let queue = DispatchQueue(label: "recorder")
    let (_, host) = recording {
      for race in 0..<ProofSize.of(small: 500, full: 2000) {
        let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
        var events: Recorder<Int>? = Recorder(stream)
        events?.dismiss()
        queue.async {
          Self.spinBriefly(race)
          for number in 0..<3 { continuation.yield(number) }
          continuation.finish()
        }
        Self.spinBriefly(race / 10)
        events = nil
      }
    }
    queue.sync {}
    XCTAssertEqual(host.problems, [])
  }

  func testPosts_racingWithTheWait_areNeverLost() async {
    let (name, center) = (Notification.Name("saved"), NotificationCenter())
    for _ in 0..<ProofSize.of(small: 1000, full: 5000) {
      let saved = Expectation(notification: name, center: center)
      DispatchQueue.global().async { center.post(name: name, object: nil) }
      let isSaved = await saved.wait(timeout: .seconds(10))
      XCTAssertTrue(isSaved)
    }
  }

  func testVeryManyEvents_ofASequence_ofWhichNoneIsLost() async throws {
    let count = ProofSize.of(small: 100_000, full: 1_000_000, sanitized: 100_000)
    let events = Recorder(
      AsyncStream<Int> { continuation in
        for number in 0..<count { continuation.yield(number) }
        continuation.finish()
      })
    let all = try await events.next(count, timeout: .seconds(100))
    XCTAssertEqual(all, Array(0..<count))
    try await events.finish(timeout: .seconds(10))
  }
}

final class RecorderRaceRealTimeTests: XCTestCase {
  /// The processor time to record that many events and to consume them one by one; the minimum of three runs.
  private func time(of count: Int) throws -> Duration {
    try (0..<3).map { _ in
      let events = Recorder<Int>("events")
      let start = ProcessUse.cpuTime
      for number in 0..<count { events.record(number) }
      for number in 0..<count where try events.next(timeout: .zero) != number {
        XCTFail("\(number) is not in its place")
      }
      return ProcessUse.cpuTime - start
    }.min()!
  }

  func testVeryManyEvents_takeLinearTime() throws {
    try XCTSkipIf(Sanitizer.isActive, "the time would be the sanitizer's")
    let count = ProofSize.of(small: 10_000, full: 100_000)
    let (some, many) = (try time(of: count), try time(of: count * 10))
    ProofSize.print("\(ProofSize.name): \(count) events: \(some), \(count * 10): \(many)")
    XCTAssertLessThan(many, some * 40, "quadratic would take a hundred times as long")
  }
}
