import Expectations
import TestSupport
import Testing

@testable import Exploration

@Suite(.ownThreads, .fullControl) struct CrashTests {
  /// A code may be longer than the note. Then there is no room for steps.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func crashNote_withoutRoom_hasNoSteps() {
    let choices = (0..<40_000).map { $0 * $0 % 31 }
    #expect(ScheduleCode(choices: choices).text.utf8.count > 32_768)
    let note = CrashNote()
    note.note(.choices(choices, .arrival), sleeps: [], RunLimits())
    let code = note.code
    note.note(steps: ["  1  body  begins"])
    #expect(note.code == code)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func explore_aCrash_printsHowToRepeatItFirst() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await explore(body: CrashTests.crashing)
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    let marker = "To repeat its schedule: EXPECTATIONS_REPLAY="
    #expect(text.contains("\nExploration: CrashTests.swift:"))
    #expect(text.contains(" crashed. \(marker)"))
    let rest = text.split(separator: marker, maxSplits: 1).last ?? ""
    let code = String(rest.prefix { !$0.isNewline })
    // The test that runs with the code crashes at once: the first schedule, in the order of arrival, does not.
    #expect(PlanCode(code) != nil || ScheduleCode(code) != nil)
    #expect(PlanCode(code)?.plan != .arrivalOrder)
    let wrong = Locked(0)
    _ = RecordingHost.recording {
      explore(replay: code) {
        try await CrashTests.reorder { wrong.withLock { $0 += 1 } }
      }
    }
    #expect(wrong.withLock { $0 } > 0)
    #expect(!rest.contains("body  begins"), "a search has no time for steps")
    // A crash in a replay prints the steps up to it.
    let again = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [code = code as String] in
      await explore(replay: code, body: CrashTests.crashing)
    }
    let steps = String(decoding: again?.standardErrorContent ?? [], as: UTF8.self)
    let lines = steps.split(separator: "\n").drop { !$0.hasSuffix("EXPECTATIONS_REPLAY=\(code)") }.dropFirst()
    #expect(lines.first?.hasPrefix("  1  body  begins, starts A") == true, "\(steps)")
    #if os(Linux) && arch(x86_64) && DEBUG
      #expect(lines.first?.contains("starts A (CrashTests.swift:") == true, "\(steps)")
    #endif
    #expect(lines.contains { $0.contains("B     runs, ") && $0.contains("ends") }, "\(steps)")
    #expect(lines.last { $0.contains("body  runs") } != nil, "\(steps)")
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  static func crashing() async throws { try await reorder { fatalError("the second came first") } }

  /// Calls `body` if the second of two tasks comes first.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  private static func reorder(_ body: @escaping @Sendable () -> Void) async throws {
    let order = Locked<[Int]>([])
    let one = Task { order.withLock { $0.append(1) } }
    let two = Task { order.withLock { $0.append(2) } }
    _ = await (one.value, two.value)
    if order.withLock({ $0 }) == [2, 1] { body() }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test(arguments: [
    Plan.arrivalOrder, .randomWalk(seed: .max), .arrivalPriorities(seed: 7),
    .strandPriorities(seed: 1 << 60, changes: Portfolio.changes(1 << 60), length: 31),
    .strands([0, 2, 1, -1, 40], callsFollow: true), .strands([], callsFollow: false),
  ])
  func planCode_itsText_readsBack(plan: Plan) throws {
    for code in [
      PlanCode(plan, machineMayStall: true), PlanCode(plan, machineMayStall: false, cancels: true),
      PlanCode(plan, machineMayStall: false, fairAfter: 340),
    ] {
      #expect(PlanCode(try #require(code.text)) == code)
    }
    #expect(PlanCode("p1-9-0-0-0") == nil)
    #expect(PlanCode("x1-00EW") == nil)
    #expect(PlanCode(.choices([1]), machineMayStall: false).text == nil)
  }
}
