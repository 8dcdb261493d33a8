import Testing

@testable import Expectations

@Suite struct FulfillmentCountTests {
  @Test func counts_thatCanBeMet() {
    #expect(FulfillmentCount(exactly: .max).upper == .max)
    #expect(FulfillmentCount(2...).lower == 2 && FulfillmentCount(2...).upper == .max)
    #expect(FulfillmentCount(...2).isInverted && FulfillmentCount(...2).upper == 2)
    #expect(FulfillmentCount(..<3) == FulfillmentCount(0...2))
    #expect(FulfillmentCount(0...0) == FulfillmentCount(exactly: 0))
    #expect(FulfillmentCount(1..<4).upper == 3)
    #expect(FulfillmentCount(1...Int.max).isPossible && FulfillmentCount(Int.max...).lower == .max)
  }

  @Test func counts_thatCannotBeMet_sayWhy() {
    #expect(!FulfillmentCount(exactly: -1).isPossible && !FulfillmentCount(exactly: .min).isPossible)
    #expect(!FulfillmentCount(-2...3).isPossible && !FulfillmentCount((-1)...).isPossible)
    #expect(!FulfillmentCount(3..<3).isPossible && !FulfillmentCount(..<0).isPossible)
    #expect(!FulfillmentCount(..<Int.min).isPossible && !FulfillmentCount(...(-1)).isPossible)
    #expect(!FulfillmentCount(...(-5)).isPossible && FulfillmentCount(...Int.max).isInverted)
    #expect(FulfillmentCount.defect(of: -1) == "count -1 is negative")
    #expect(FulfillmentCount.defect(of: -2...3) == "count -2...3 is negative")
    #expect(FulfillmentCount.defect(of: (-1)...) == "count -1... is negative")
    #expect(FulfillmentCount.defect(of: 3..<3) == "count 3..<3 is an empty range")
  }
}

@Suite struct FulfillmentHistoryTests {
  @Test func history_ofVeryMany_keepsTheFirstAndTheLast() {
    var history = FulfillmentHistory()
    for number in 0..<1000 {
      history.append(Fulfillment.numbered(number))
      #expect(history.last == Fulfillment.numbered(number))
    }
    #expect(history.kept == (Array(0..<64) + Array(936..<1000)).map { Fulfillment.numbered($0) })
  }
}

extension String: TableValue {
  static var vacant: String { "" }
}

@Suite struct TableTests {
  @Test func slotThatIsUsedAgain_isNotFoundByItsOldKey() {
    var table = Table<String>()
    let (first, second) = (table.insert("first"), table.insert("second"))
    let removed = table.remove(first)
    #expect(removed == "first" && table.count == 1)
    let third = table.insert("third")
    #expect(third.index == first.index && third != first)
    #expect(!table.contains(first) && table[third] == "third" && table[second] == "second")
    let gone = table.remove(first)
    #expect(gone == nil && table.count == 2)
    #expect(Set(table.keys) == [second, third])
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
    #expect(Instant(nanoseconds: 5).advanced(by: .max) == .never)
    #expect(Instant.never.next == .never)
  }

  @Test func limits_areScaled_andWindowsAreNot() {
    let limits = Limits(.seconds(2), scale: 3, quietScale: 1)
    #expect(limits.limit == 6_000_000_000)
    #expect(limits.window == 2_000_000_000)
    #expect(Limits(.seconds(2), scale: 1, quietScale: 0.5).window == 1_000_000_000)
    #expect(Limits(.seconds(Int64.max), scale: 3, quietScale: 1).limit == .max)
    #expect(Limits(.seconds(9_000_000_000), scale: 100, quietScale: 1).limit == .max)
    #expect(Limits(.seconds(-1), scale: 3, quietScale: 1).limit == 0)
  }

  @Test func scales_arePositiveDecimals_orNothing() {
    #expect(EnvironmentSetting.positive(from: "2") == 2)
    #expect(EnvironmentSetting.positive(from: "0.25") == 0.25)
    for text in [
      "0", "-1", "nan", "inf", "0x2", "1e3", "two", "1,5", "", "1.2.3", "9" + String(repeating: "9", count: 400),
    ] {
      #expect(EnvironmentSetting.positive(from: text) == nil, "\(text)")
    }
  }
}

/// The count of an expectation, changed before its first wait, in every sequence of up to five changes and
/// fulfillments.
@Suite struct ChangedCountTests {
  private enum Event: CaseIterable {
    case fulfillment, atLeastOne, atLeastTwo, exactlyOne, exactlyTwo, none, atMostOne

    var bounds: FulfillmentCount? {
      switch self {
      case .fulfillment: nil
      case .atLeastOne: FulfillmentCount(1...)
      case .atLeastTwo: FulfillmentCount(2...)
      case .exactlyOne: FulfillmentCount(exactly: 1)
      case .exactlyTwo: FulfillmentCount(exactly: 2)
      case .none: FulfillmentCount(exactly: 0)
      case .atMostOne: FulfillmentCount(0...1)
      }
    }
  }

  private static func sequences(_ length: Int) -> [[Event]] {
    length == 0 ? [[]] : sequences(length - 1).flatMap { rest in Event.allCases.map { rest + [$0] } }
  }

  @Test func everySequence_isAsIfItsLastCountHadBeenTheFirst_butWhatWasTooManyOrAllowedStaysSo() {
    for events in (0...5).flatMap(Self.sequences) {
      var state = ExpectationState(origin: nil, bounds: FulfillmentCount(1...))
      var (instants, extra): ([Int], Int64?) = ([], nil)
      for (number, event) in events.enumerated() {
        if let bounds = event.bounds {
          #expect(state.mayChangeBounds)
          if state.bounds.isInverted { extra = nil }
          if bounds.isInverted, instants.count > bounds.upper { extra = Int64(instants[bounds.upper]) }
          state.changeBounds(to: bounds)
        } else {
          if extra == nil, instants.count >= state.bounds.upper { extra = Int64(number) }
          _ = state.fulfill(.numbered(number))
          instants.append(number)
        }
      }
      let (bounds, isInverted) = (state.bounds, state.bounds.isInverted)
      let completion = !isInverted && instants.count >= bounds.lower ? Int64(instants[bounds.lower - 1]) : nil
      #expect(state.completedAt?.real.nanoseconds == completion, "\(events)")
      #expect(state.extra?.fulfillment.time.real.nanoseconds == extra, "\(events)")
      #expect(state.count == instants.count, "\(events)")
    }
  }

  @Test func changeAfterVeryManyFulfillments_countsThemAll() {
    var state = ExpectationState(origin: nil, bounds: FulfillmentCount(1...))
    for number in 0..<1000 { _ = state.fulfill(.numbered(number)) }
    state.changeBounds(to: FulfillmentCount(1000...))
    #expect(state.count == 1000 && state.completedAt?.real.nanoseconds == 999)
    state.changeBounds(to: FulfillmentCount(1001...))
    #expect(state.count == 1000 && !state.isComplete)
  }

  @Test func errorBeforeTheChange_isNoCompletion() {
    var state = ExpectationState(origin: nil, bounds: FulfillmentCount(2...))
    _ = state.fulfill(.numbered(1, isError: true))
    state.changeBounds(to: FulfillmentCount(1...))
    #expect(!state.isComplete && state.failedAt != nil)
  }
}

extension Fulfillment {
  /// A fulfillment at this instant on both clocks.
  static func numbered(_ number: Int, isError: Bool = false) -> Fulfillment {
    let instant = Instant(nanoseconds: Int64(number))
    return Fulfillment(time: Moment(fair: instant, real: instant), site: nil, thread: .main, isError: isError)
  }
}
