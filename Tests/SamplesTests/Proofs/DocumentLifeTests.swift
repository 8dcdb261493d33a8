import Leftovers
import TestSupport
import Testing

@testable import Samples

/// Random lives of a document: every caller is answered once, two jobs never run at once, and no timer runs after
/// closing.
@Suite(.endsAllTasks, .ownThreads) struct DocumentLifeTests {
  @Test func anyOrderOfEvents_everyWaiterIsAnsweredOnce() {
    for seed in 0..<ProofSize.of(small: 200, full: 2000) {
      var random = SplitMix(state: UInt64(seed))
      var script = Script()
      for _ in 0..<40 { script.step(&random) }
      while !script.jobs.isEmpty { script.finishJob(&random) }
      #expect(script.answered.value.sorted() == Array(0..<script.asked), "life \(seed)")
      #expect(script.mostJobs <= 1)
      #expect(!script.life.isClosed || !script.timer.isOn)
    }
  }

  /// A failure during closing must not lose the changes, and another save that somebody asked for still runs.
  @Test func close_saveFails_pendingSaveStillRuns() {
    var script = Script()
    script.take(script.life.open(script.waiter()))
    script.jobs.removeFirst()
    script.take(script.life.didRead(.success(())))
    script.take(script.life.edit(from: script.life.revision) ?? .init())
    script.take(script.life.close(script.waiter()))
    script.take(script.life.save(overwriting: true, script.waiter()))
    script.jobs.removeFirst()
    script.take(script.life.didWrite(.failure(.conflict)))
    #expect(script.jobs == [.write(overwriting: true)])
    #expect(script.life.isDirty && script.life.state == .closing)
    script.take(script.life.didWrite(.success(())))
    #expect(script.answered.value == [0, 2, 1])
    #expect(script.life.isClosed)
  }

  struct Script {
    var life = DocumentLife(isNew: false, autosaves: true)
    var jobs: [DocumentLife.Job] = []
    var mostJobs = 0
    var asked = 0
    let answered = Guarded<[Int]>([])
    var timer = (number: 0, isOn: false)

    mutating func waiter() -> DocumentLife.Waiter {
      defer { asked += 1 }
      return { [answered, asked] _ in answered.withLock { $0.append(asked) } }
    }

    mutating func take(_ effects: DocumentLife.Effects) {
      for (waiter, outcome) in effects.answers { waiter(outcome) }
      if let job = effects.job { jobs.append(job) }
      mostJobs = max(mostJobs, jobs.count)
      timer = effects.timer ?? timer
    }

    mutating func finishJob(_ random: inout SplitMix) {
      let outcomes: [DocumentLife.Outcome] = [.success(()), .success(()), .failure(.conflict), .failure(.alreadyOpen)]
      let outcome = outcomes[Int.random(in: 0..<4, using: &random)]
      switch jobs.removeFirst() {
      case .read: take(life.didRead(outcome))
      case .write: take(life.didWrite(outcome))
      }
    }

    mutating func step(_ random: inout SplitMix) {
      switch Int.random(in: 0..<8, using: &random) {
      case 0: take(life.open(waiter()))
      case 1, 2: take(life.save(overwriting: .random(using: &random), waiter()))
      case 3: take(life.close(waiter()))
      case 4: take(life.edit(from: life.revision) ?? .init())
      case 5 where timer.isOn:
        timer.isOn = false
        take(life.becameQuiet(timer.number))
      default: if !jobs.isEmpty { finishJob(&random) }
      }
    }
  }
}
