#if os(Linux)
  import Expectations
  import TestSupport
  import Testing

  @testable import Exploration

  @Suite(.ownThreads, .fullControl) struct CrashTests {
    private static func note(_ choices: [Int]) -> CrashNote {
      let note = CrashNote()
      note.noteSchedule(ScheduleCode(sleeps: [300_000_000], cancels: true))
      for choice in choices { note.note(choice: choice) }
      return note
    }

    @Test(arguments: [[], [0, 0], [1], [0, 0, 2, 0, 17, 300], [3, 0, 0]])
    func crashNote_afterEachChoice_hasTheCodeSoFar(choices: [Int]) {
      let code = ScheduleCode(choices: choices, sleeps: [300_000_000], cancels: true)
      #expect(Self.note(choices).codeSoFar == code.text)
    }

    /// A schedule may be longer than the note. The part that fits is a code, too.
    @Test func crashNote_ofALongSchedule_hasTheCodeOfItsBeginning() throws {
      let choices = (0..<40_000).map { $0 * $0 % 31 }
      #expect(ScheduleCode(choices: choices).text.utf8.count > 32_768)
      let note = Self.note(choices)
      let code = note.codeSoFar
      let begun = try #require(ScheduleCode(code)).choices
      #expect(begun.count > 10_000)
      #expect(choices.starts(with: begun))
      note.note(steps: ["  1  body  begins"])
      #expect(note.codeSoFar == code)
    }

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
      #expect(try #require(ScheduleCode(code)).deviations > 0)
      let wrong = Locked(0)
      _ = recording { explore(replay: code) { try await CrashTests.reorder { wrong.withLock { $0 += 1 } } } }
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
      #if arch(x86_64) && DEBUG
        #expect(lines.first?.contains("starts A (CrashTests.swift:") == true, "\(steps)")
      #endif
      #expect(lines.contains { $0.contains("B     runs, ") && $0.contains("ends") }, "\(steps)")
      #expect(lines.last { $0.contains("body  runs") } != nil, "\(steps)")
    }

    static func crashing() async throws { try await reorder { fatalError("the second came first") } }

    /// Calls `body` if the second of two tasks comes first.
    private static func reorder(_ body: @escaping @Sendable () -> Void) async throws {
      let order = Locked<[Int]>([])
      let one = Task { order.withLock { $0.append(1) } }
      let two = Task { order.withLock { $0.append(2) } }
      _ = await (one.value, two.value)
      if order.withLock({ $0 }) == [2, 1] { body() }
    }
  }
#endif
