import Testing

@testable import Expectations

/// The values in the failure of a condition that did not come true.
@Suite struct RecentValuesTests {
  /// Counts how many times it is described.
  private struct Badge: Equatable, CustomStringConvertible {
    static let descriptions = Locked(0)
    var number: Int
    var description: String {
      Self.descriptions.withLock { $0 += 1 }
      return "\(number)"
    }
  }

  /// The failure of a condition with these values, at 0, 300, 310 ms, and so on.
  private func text<Value: Equatable>(_ values: [Value], equals expected: Value) async -> String {
    let (clock, evaluations) = (ManualClock(), Locked(0))
    let (_, host) = await recording {
      try? await eventually(
        "badge", equals: expected, timeout: .seconds(1), pollingInterval: .milliseconds(1), clock: clock
      ) {
        let evaluation = evaluations.withLock { evaluations in
          evaluations += 1
          return evaluations - 1
        }
        clock.advance(
          by: evaluation == 0 ? .milliseconds(300) : evaluation < values.count ? .milliseconds(10) : .seconds(1))
        return values[min(evaluation, values.count - 1)]
      }
    }
    #expect(host.failures.count == 1)
    return host.failures.first?.text ?? ""
  }

  @Test func differentValues_areListed_withTheirTimes() async {
    #expect(
      await text([0, 1, 0], equals: 3) == """
        Timed out after 1.00 s on its clock: "badge" did not come true
          tried 5 times, the last values were 0, 1 (first seen at 0.300 s), 0 (first seen at 0.310 s), expected 3
        """)
  }

  @Test func equalValues_areOne() async {
    #expect(
      await text([2, 2, 2], equals: 3) == """
        Timed out after 1.00 s on its clock: "badge" did not come true
          tried 5 times, the last value was 2, expected 3
        """)
    #expect(
      await text([0, 0, 1, 1], equals: 3) == """
        Timed out after 1.00 s on its clock: "badge" did not come true
          tried 6 times, the last values were 0, 1 (first seen at 0.310 s), expected 3
        """)
  }

  @Test func veryMany_areBounded() async {
    let times =
      "4 (first seen at 0.330 s), 5 (first seen at 0.340 s), 6 (first seen at 0.350 s), 7 (first seen at 0.360 s)"
    #expect(
      await text([0, 1, 2, 3, 4, 5, 6, 7], equals: 9) == """
        Timed out after 1.00 s on its clock: "badge" did not come true
          tried 10 times, the last 4 of 8 values were \(times), expected 9
        """)
  }

  @Test func longValues_haveLinesOfTheirOwn() async {
    let long = String(repeating: "a", count: 300)
    #expect(
      await text([long, "b\nc"], equals: "d") == """
        Timed out after 1.00 s on its clock: "badge" did not come true
          tried 4 times, the last values are listed below, expected d
            0.000 s  \(long.prefix(100))…\(long.prefix(100))
            0.300 s  b
              c
        """)
  }

  @Test func conditionThatIsMet_describesNothing() async throws {
    let before = Badge.descriptions.withLock { $0 }
    try await eventually("badge", equals: Badge(number: 3)) { Badge(number: 3) }
    let badge = try await eventually("badge") { Badge?.some(Badge(number: 3)) }
    blocking { try? eventually("badge", equals: badge) { badge } }
    #expect(Badge.descriptions.withLock { $0 } == before)
  }

  @Test func bool_hasNoList() async {
    let (clock, evaluations) = (ManualClock(), Locked(0))
    let (_, host) = await recording {
      try? await eventually(
        "settled", timeout: .seconds(1), pollingInterval: .milliseconds(1), options: [.stable(for: .seconds(1))],
        clock: clock
      ) {
        clock.advance(by: .milliseconds(250))
        return evaluations.withLock { evaluations in
          evaluations += 1
          return evaluations % 2 == 0
        }
      }
    }
    #expect(
      host.problems.map(\.text) == [
        """
        Timed out after 1.00 s on its clock: "settled" did not come true
          tried 5 times, the last value was false
        """
      ])
  }

  @Test func optional_thatCameAndWent_isListed() async {
    let (clock, evaluations) = (ManualClock(), Locked(0))
    let (_, host) = await recording {
      _ = try? await eventually(
        "photo", timeout: .seconds(1), pollingInterval: .milliseconds(1), options: [.stable(for: .seconds(1))],
        clock: clock
      ) {
        clock.advance(by: .milliseconds(500))
        return evaluations.withLock { evaluations in
          evaluations += 1
          return evaluations == 2 ? "beach" : nil
        }
      }
    }
    #expect(
      host.problems.map(\.text) == [
        """
        Timed out after 1.00 s on its clock: "photo" did not come true
          tried 3 times, the last values were nil, beach (first seen at 0.500 s), nil (first seen at 1.000 s)
        """
      ])
  }

  /// The condition does not keep the evaluated object alive: a test may wait for its release.
  @Test func objectThatWasRead_isNotKept() async throws {
    final class Photo: Equatable, Sendable {
      static func == (one: Photo, other: Photo) -> Bool { one === other }
    }
    let photo = Locked<Photo?>(Photo())
    weak let gone = photo.withLock { $0 }
    let evaluations = Locked(0)
    try await eventually("released", equals: nil, timeout: .seconds(60), pollingInterval: .microseconds(50)) {
      evaluations.withLock { $0 += 1 }
      if evaluations.withLock({ $0 }) == 3 { photo.withLock { $0 = nil } }
      return gone
    }
  }
}
