import TestSupport
import Testing

@testable import Expectations

@Suite struct FulfillmentBoundsTests {
  @Test func counts_thatCanBeMet() {
    #expect(FulfillmentBounds(exactly: 3).description == "3")
    #expect(FulfillmentBounds(exactly: .max).upper == .max)
    #expect(FulfillmentBounds(2...).description == "at least 2")
    #expect(FulfillmentBounds(1...3).description == "1 to 3")
    #expect(FulfillmentBounds(...2).description == "at most 2")
    #expect(FulfillmentBounds(..<3).description == "at most 2")
    #expect(FulfillmentBounds(0...0).description == "none")
    #expect(FulfillmentBounds(0...).description == "any number")
    #expect(FulfillmentBounds(1..<4).upper == 3)
    #expect(FulfillmentBounds(1...Int.max).defect == nil)
    #expect(FulfillmentBounds(Int.max...).lower == .max)
  }

  @Test func counts_thatCannotBeMet_sayWhy() {
    #expect(FulfillmentBounds(exactly: -1).defect == "count -1 is negative")
    #expect(FulfillmentBounds(-2...3).defect == "count -2...3 is negative")
    #expect(FulfillmentBounds((-1)...).defect == "count -1... is negative")
    #expect(FulfillmentBounds(3..<3).defect == "count 3..<3 is an empty range")
    #expect(FulfillmentBounds(..<0).defect == "count ..<0 is an empty range")
    #expect(FulfillmentBounds(..<Int.min).defect == "count ..<\(Int.min) is an empty range")
    #expect(FulfillmentBounds(...(-1)).defect == "count ...-1 is an empty range")
    #expect(FulfillmentBounds(exactly: .min).defect != nil)
  }
}

@Suite struct FulfillmentHistoryTests {
  @Test func history_ofVeryMany_keepsTheFirstAndTheLast() {
    var history = FulfillmentHistory()
    for number in 0..<1000 {
      history.append(
        Fulfillment(
          instant: MonotonicInstant(nanoseconds: Int64(number)), place: FulfillmentPlace(number), isError: false))
      #expect(history.last?.place == FulfillmentPlace(number))
    }
    #expect(history.kept.map(\.place) == (Array(0..<64) + Array(936..<1000)).map { FulfillmentPlace($0) })
    #expect(history.omitted == 872)
    let nearest = [1, 64, 65, 936, 937, 1000, 1001].map { history.nearest(to: $0)?.place }
    #expect(nearest == [0, 63, 63, 63, 936, 999, 999].map { FulfillmentPlace($0) })
  }
}

@Suite struct DeadlineHeapTests {
  @Test func keysThatAreNotWanted_areRemoved_andTheOthersKeepTheirOrder() {
    var heap = DeadlineHeap<Int>()
    for key in 0..<200 { heap.add(key, at: MonotonicInstant(nanoseconds: Int64(key * 89 % 200))) }
    heap.removeAll { $0.isMultiple(of: 3) }
    let left = (0..<200).filter { !$0.isMultiple(of: 3) }.sorted { $0 * 89 % 200 < $1 * 89 % 200 }
    var popped: [Int] = []
    while let key = heap.popFirst() { popped.append(key) }
    #expect(popped == left)
    #expect(heap.count == 0)
  }

  @Test func keysThatAreNotWanted_andComeFirst_areRemoved() {
    var heap = DeadlineHeap<Int>()
    for key in 0..<5 { heap.add(key, at: MonotonicInstant(nanoseconds: Int64(key))) }
    heap.removeFirst { $0 != 2 && $0 != 3 }
    #expect(heap.count == 3)
    #expect(heap.earliest?.nanoseconds == 2)
    heap.removeFirst { _ in true }
    #expect(heap.count == 0)
  }

  @Test(arguments: 0..<20)
  func heap_ofRandomDeadlines_popsThemInOrder(seed: UInt64) {
    var generator = SplitMix(state: seed)
    var heap = DeadlineHeap<Int>()
    var expected: [Int: Int64] = [:]
    for key in 0..<300 {
      let instant = Int64.random(in: 0..<100, using: &generator)
      heap.remove(key % 200)
      heap.add(key % 200, at: MonotonicInstant(nanoseconds: instant))
      expected[key % 200] = instant
      let victim = Int.random(in: 0..<200, using: &generator)
      if Bool.random(using: &generator) {
        heap.remove(victim)
        expected[victim] = nil
      }
      #expect(heap.earliest?.nanoseconds == expected.values.min())
    }
    var popped: [Int64] = []
    while let key = heap.popDue(before: .never) { popped.append(expected.removeValue(forKey: key)!) }
    #expect(popped == popped.sorted())
    #expect(expected.isEmpty)
    #expect(heap.count == 0)
  }

  @Test func popDue_returnsOnlyWhatIsPast() {
    var heap = DeadlineHeap<Int>()
    heap.add(1, at: MonotonicInstant(nanoseconds: 10))
    #expect(heap.popDue(before: MonotonicInstant(nanoseconds: 10)) == nil)
    #expect(heap.popDue(before: MonotonicInstant(nanoseconds: 11)) == 1)
  }
}

@Suite struct SlotsTests {
  @Test func slotThatIsUsedAgain_isNotFoundByItsOldKey() {
    var slots = SlotMap<String>()
    let (first, second) = (slots.insert("first"), slots.insert("second"))
    let removed = slots.remove(first)
    slots.discard(second)
    #expect(removed == "first")
    let again = [slots.insert("third"), slots.insert("fourth")]
    #expect(slots.count == 2)
    #expect(Set(again.map(\.index)) == Set([first, second].map(\.index)))
    #expect(!slots.contains(first))
    #expect(!slots.contains(second))
    #expect(again.map { slots[$0] } == ["third", "fourth"])
    let gone = slots.remove(first)
    #expect(gone == nil)
  }
}

@Suite struct InstantTests {
  @Test func durations_atTheExtremes_saturate() {
    #expect(Duration.seconds(Int64.max).saturatedNanoseconds == .max)
    #expect(Duration.seconds(Int64.min).saturatedNanoseconds == .min)
    #expect((Duration.seconds(Int64.max) * 8).saturatedNanoseconds == .max)
    #expect((Duration.seconds(Int64.min) * 8).saturatedNanoseconds == .min)
    for nanoseconds in [Int64.max, .max - 1, .min, .min + 1] {
      #expect(Duration.nanoseconds(nanoseconds).saturatedNanoseconds == nanoseconds)
    }
    #expect(Duration.nanoseconds(-5).saturatedNanoseconds == -5)
    #expect(Duration.milliseconds(1500).saturatedNanoseconds == 1_500_000_000)
    #expect(MonotonicInstant(nanoseconds: 5).advanced(by: .max) == .never)
    #expect(MonotonicInstant.never.next == .never)
  }

  @Test func timeouts_areScaled_andWindowsAreNot() {
    let timeouts = Timeouts(.seconds(2), scale: 3, quietScale: 1)
    #expect(timeouts.limit == 6_000_000_000)
    #expect(timeouts.window == 2_000_000_000)
    #expect(Timeouts(.seconds(2), scale: 1, quietScale: 0.5).window == 1_000_000_000)
    #expect(Timeouts(.seconds(Int64.max), scale: 3, quietScale: 1).limit == .max)
    #expect(Timeouts(.seconds(9_000_000_000), scale: 100, quietScale: 1).limit == .max)
    #expect(Timeouts(.seconds(-1), scale: 3, quietScale: 1).limit == 0)
  }

  @Test func scales_areaPositiveDecimals_orNothing() {
    #expect(EnvironmentSetting.positive(from: "2") == 2)
    #expect(EnvironmentSetting.positive(from: "0.25") == 0.25)
    for text in [
      "0", "-1", "nan", "inf", "0x2", "1e3", "two", "1,5", "", "1.2.3", "9" + String(repeating: "9", count: 400),
    ] {
      #expect(EnvironmentSetting.positive(from: text) == nil, "\(text)")
    }
  }

  @Test func defaultTimeout_isTakenFromTheScope() {
    #expect(Timeouts(nil, scale: 1, quietScale: 1).limit == 5_000_000_000)
    ExpectationDefaults.$timeout.withValue(.seconds(1)) {
      #expect(Timeouts(nil, scale: 1, quietScale: 1).limit == 1_000_000_000)
    }
  }
}

/// The bounds of an expectation, changed before its first wait, in every sequence of up to five changes and
/// fulfillments.
@Suite struct ChangedBoundsTests {
  private enum Event: CaseIterable {
    case fulfillment, atLeastOne, atLeastTwo, exactlyOne, exactlyTwo, none, atMostOne

    var bounds: FulfillmentBounds? {
      switch self {
      case .fulfillment: nil
      case .atLeastOne: FulfillmentBounds(1...)
      case .atLeastTwo: FulfillmentBounds(2...)
      case .exactlyOne: FulfillmentBounds(exactly: 1)
      case .exactlyTwo: FulfillmentBounds(exactly: 2)
      case .none: FulfillmentBounds(exactly: 0)
      case .atMostOne: FulfillmentBounds(0...1)
      }
    }
  }

  private static func sequences(_ length: Int) -> [[Event]] {
    length == 0 ? [[]] : sequences(length - 1).flatMap { rest in Event.allCases.map { rest + [$0] } }
  }

  private static func fulfillment(_ number: Int) -> Fulfillment {
    Fulfillment(
      instant: MonotonicInstant(nanoseconds: Int64(number)), place: FulfillmentPlace(number), isError: false)
  }

  @Test func everySequence_hasTheResultOfItsLastBounds() {
    for events in (0...5).flatMap(Self.sequences) {
      var state = ExpectationState(bounds: FulfillmentBounds(1...))
      var instants: [Int] = []
      // The first fulfillment that came when the bounds of that time did not allow it.
      var surplus: Int?
      for (number, event) in events.enumerated() {
        if let bounds = event.bounds {
          if state.bounds.isInverted { surplus = nil }
          if bounds.isInverted, instants.count > bounds.upper { surplus = instants[bounds.upper] }
          #expect(state.mayChangeBounds)
          state.changeBounds(to: bounds)
        } else {
          if instants.count >= state.bounds.upper { surplus = surplus ?? number }
          _ = state.fulfill(Self.fulfillment(number))
          instants.append(number)
        }
      }
      let (lower, isInverted) = (state.bounds.lower, state.bounds.isInverted)
      let completion = !isInverted && instants.count >= lower ? Int64(instants[lower - 1]) : nil
      #expect(state.completedAt?.nanoseconds == completion, "\(events)")
      #expect(state.surplus?.fulfillment.instant.nanoseconds == surplus.map(Int64.init), "\(events)")
      #expect(state.count == instants.count, "\(events)")
    }
  }

  @Test func boundsOfOneThatWasWaitedFor_mayNotChange() {
    var state = ExpectationState(bounds: FulfillmentBounds(1...))
    let wait = EndedWait(
      place: FulfillmentPlace(0), started: MonotonicInstant(nanoseconds: 0),
      deadline: MonotonicInstant(nanoseconds: 1))
    state.leave(nil, as: .some(wait), gaveUp: false, isJudged: true)
    #expect(!state.mayChangeBounds)
  }

  @Test func errorBeforeTheChange_isNoCompletion() {
    var state = ExpectationState(bounds: FulfillmentBounds(2...))
    _ = state.fulfill(Fulfillment(instant: MonotonicInstant(nanoseconds: 1), place: FulfillmentPlace(1), isError: true))
    state.changeBounds(to: FulfillmentBounds(1...))
    #expect(!state.isComplete && state.failedAt != nil)
  }
}
