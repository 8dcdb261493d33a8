import Leftovers
import TestSupport
import Testing

@testable import Samples

/// Scripts for the machine. Waiters are numbers; failures and places are words.
@Suite(.endsAllTasks) struct DocumentMachineTests {
  typealias Machine = DocumentMachine<Int, String, String>
  typealias Effects = Machine.Effects

  let write = Machine.Job.write(.own(overwriting: false))

  func answer(_ waiter: Int, _ failure: String? = nil) -> Machine.Answer {
    Machine.Answer(waiter: waiter, failure: failure)
  }

  func timer(_ number: Int, _ isOn: Bool) -> Machine.TimerCommand {
    Machine.TimerCommand(number: number, isOn: isOn)
  }

  func opened(autosaves: Bool = false) -> Machine {
    var machine = Machine(autosaves: autosaves)
    #expect(machine.open(0, refusal: "no") == Effects(job: .read))
    #expect(machine.didRead(failure: nil) == Effects(answers: [answer(0)]))
    return machine
  }

  // MARK: Saving

  @Test func save_duringSave_answeredByTheNext() {
    var machine = opened()
    let base = machine.revision
    #expect(machine.save(1) == Effects(job: write))
    #expect(machine.save(2) == Effects())
    #expect(machine.edit(from: base) == Effects())
    #expect(machine.save(3) == Effects())
    #expect(machine.didWrite(.done) == Effects(answers: [answer(1)], job: write))
    #expect(machine.isDirty)
    #expect(machine.didWrite(.done) == Effects(answers: [answer(2), answer(3)]))
    #expect(!machine.isDirty)
  }

  @Test func edit_duringSave_staysDirty() {
    var machine = opened()
    let base = machine.revision
    _ = machine.save(1)
    #expect(machine.edit(from: base) == Effects())
    #expect(machine.edit(from: base) == nil)
    #expect(machine.didWrite(.done) == Effects(answers: [answer(1)]))
    #expect(machine.isDirty)
  }

  /// Only equal requests in a row are combined: the first save must not overwrite a file that only the second may
  /// overwrite.
  @Test func requests_ofSeveralKinds_oneAfterTheOther() {
    var machine = opened()
    _ = machine.save(1)
    _ = machine.save(2)
    _ = machine.request(.save(overwriting: true), 3, refusal: "no")
    _ = machine.request(.saveTo("b"), 4, refusal: "no")
    _ = machine.save(5)
    #expect(machine.didWrite(.done) == Effects(answers: [answer(1)], job: write))
    #expect(machine.didWrite(.done) == Effects(answers: [answer(2)], job: .write(.own(overwriting: true))))
    #expect(machine.didWrite(.done) == Effects(answers: [answer(3)], job: .write(.other("b"))))
    #expect(machine.didWrite(.done) == Effects(answers: [answer(4)], job: write))
    #expect(machine.didWrite(.done) == Effects(answers: [answer(5)]))
  }

  @Test func saveTo_fails_stateAsItWas() {
    var machine = opened()
    _ = machine.edit(from: machine.revision)
    #expect(machine.request(.saveTo("b"), 1, refusal: "no") == Effects(job: .write(.other("b"))))
    #expect(machine.didWrite(.failed("full")) == Effects(answers: [answer(1, "full")]))
    #expect(machine.documentState == .normal)
    #expect(machine.isDirty)
  }

  @Test func save_conflict_untilOneWins() {
    var machine = opened()
    _ = machine.edit(from: machine.revision)
    _ = machine.save(1)
    #expect(machine.didWrite(.conflict("theirs")) == Effects(answers: [answer(1, "theirs")]))
    #expect(machine.documentState == .inConflict)
    #expect(machine.edit(from: machine.revision) == Effects())
    _ = machine.request(.save(overwriting: true), 2, refusal: "no")
    #expect(machine.documentState == .inConflict)
    #expect(machine.didWrite(.done) == Effects(answers: [answer(2)]))
    #expect(machine.documentState == .normal)
    #expect(!machine.isDirty)
  }

  // MARK: Reverting

  @Test func revert_duringSave_comesAfterIt_andTakesNoEdits() {
    var machine = opened()
    let base = machine.revision
    _ = machine.edit(from: base)
    _ = machine.save(1)
    #expect(machine.request(.revert, 2, refusal: "no") == Effects())
    #expect(machine.documentState == .editingDisabled)
    #expect(machine.edit(from: base + 1) == nil)
    #expect(machine.didWrite(.failed("full")) == Effects(answers: [answer(1, "full")], job: .read))
    #expect(machine.save(3) == Effects())
    #expect(machine.didRead(failure: nil) == Effects(answers: [answer(2)], job: write))
    #expect(machine.documentState == .normal)
    #expect(!machine.isDirty)
  }

  @Test func revert_fails_keepsTheEdits() {
    var machine = opened()
    _ = machine.edit(from: machine.revision)
    #expect(machine.request(.revert, 1, refusal: "no") == Effects(job: .read))
    #expect(machine.didRead(failure: "gone") == Effects(answers: [answer(1, "gone")]))
    #expect(machine.isDirty && machine.isEditable)
  }

  // MARK: Closing

  @Test func close_duringSave_flushesThenCloses() {
    var machine = opened()
    let base = machine.revision
    _ = machine.save(1)
    _ = machine.edit(from: base)
    #expect(machine.close(2) == Effects())
    #expect(machine.close(3) == Effects())
    #expect(machine.edit(from: base + 1) == nil)
    #expect(machine.request(.revert, 9, refusal: "no") == Effects(answers: [answer(9, "no")]))
    #expect(machine.didWrite(.failed("full")) == Effects(answers: [answer(1, "full")], job: write))
    #expect(machine.save(4) == Effects())
    #expect(machine.didWrite(.done) == Effects(job: write))
    #expect(machine.didWrite(.done) == Effects(answers: [answer(4), answer(2), answer(3)]))
    #expect(machine.save(5) == Effects(answers: [answer(5, "no")]))
    #expect(machine.close(6) == Effects(answers: [answer(6)]))
  }

  @Test func close_flushFails_staysOpenAndDirty() {
    var machine = opened()
    _ = machine.edit(from: machine.revision)
    #expect(machine.close(1) == Effects(job: write))
    #expect(machine.didWrite(.failed("full")) == Effects(answers: [answer(1, "full")]))
    #expect(machine.documentState == .savingError)
    #expect(machine.isDirty)
    #expect(machine.close(2) == Effects(job: write))
    #expect(machine.didWrite(.done) == Effects(answers: [answer(2)]))
    #expect(machine.documentState == .closed)
  }

  /// A failed save to another file does not count as a flush: the changes would be lost.
  @Test func close_duringFailedSaveTo_flushesItsOwnFile() {
    var machine = opened()
    _ = machine.edit(from: machine.revision)
    _ = machine.request(.saveTo("b"), 1, refusal: "no")
    #expect(machine.close(2) == Effects())
    #expect(machine.didWrite(.failed("full")) == Effects(answers: [answer(1, "full")], job: write))
    #expect(machine.didWrite(.done) == Effects(answers: [answer(2)]))
  }

  @Test func close_whileOpening_closesOnceOpen() {
    var machine = Machine()
    _ = machine.open(1, refusal: "no")
    #expect(machine.open(2, refusal: "no") == Effects())
    #expect(machine.close(3) == Effects())
    #expect(machine.open(4, refusal: "no") == Effects(answers: [answer(4, "no")]))
    #expect(machine.save(5) == Effects(answers: [answer(5, "no")]))
    #expect(machine.didRead(failure: nil) == Effects(answers: [answer(1), answer(2), answer(3)]))
    #expect(machine.documentState == .closed)
  }

  // MARK: Autosave

  @Test func timer_edits_setAnew_saveStopsIt() {
    var machine = opened(autosaves: true)
    #expect(machine.edit(from: machine.revision) == Effects(timer: timer(1, true)))
    #expect(machine.edit(from: machine.revision) == Effects(timer: timer(2, true)))
    #expect(machine.becameQuiet(timer: 1) == Effects())
    #expect(machine.save(1) == Effects(job: write, timer: timer(3, false)))
    #expect(machine.becameQuiet(timer: 2) == Effects())
    #expect(machine.edit(from: machine.revision) == Effects(timer: timer(4, true)))
    #expect(machine.didWrite(.done) == Effects(answers: [answer(1)]))
    #expect(machine.becameQuiet(timer: 4) == Effects(job: write))
    #expect(machine.becameQuiet(timer: 4) == Effects())
    #expect(machine.didWrite(.done) == Effects())
    #expect(!machine.isDirty)
  }

  @Test func timer_saveFails_setAgain_conflictDoesNot() {
    var machine = opened(autosaves: true)
    _ = machine.edit(from: machine.revision)
    #expect(machine.becameQuiet(timer: 1) == Effects(job: write))
    #expect(machine.didWrite(.failed("full")) == Effects(timer: timer(2, true)))
    #expect(machine.becameQuiet(timer: 2) == Effects(job: write))
    #expect(machine.didWrite(.conflict("theirs")) == Effects())
    #expect(machine.edit(from: machine.revision) == Effects())
  }

  @Test func timer_closeAndRevert_stopIt() {
    var machine = opened(autosaves: true)
    _ = machine.edit(from: machine.revision)
    #expect(machine.request(.revert, 1, refusal: "no") == Effects(job: .read, timer: timer(2, false)))
    #expect(machine.didRead(failure: "gone") == Effects(answers: [answer(1, "gone")], timer: timer(3, true)))
    #expect(machine.close(2) == Effects(job: write, timer: timer(4, false)))
    #expect(machine.becameQuiet(timer: 3) == Effects())
    #expect(machine.didWrite(.done) == Effects(answers: [answer(2)]))
    #expect(machine.becameQuiet(timer: 4) == Effects())
  }

  // MARK: Random events

  /// Random lives of a document: every waiter is answered once, two jobs never run at once, and no timer is set after
  /// closing.
  @Test(.ownThreads) func anyOrderOfEvents_everyWaiterIsAnsweredOnce() {
    for life in 0..<ProofSize.of(small: 200, full: 2000) {
      var random = Seed.generator("DocumentMachine", life)
      var script = Script()
      for _ in 0..<40 { script.step(&random) }
      while !script.jobs.isEmpty { script.finishJob(&random) }
      #expect(script.answered.sorted() == Array(0..<script.asked), "life \(life) of seed \(Seed.value)")
      #expect(script.mostJobs <= 1)
      #expect(script.machine.documentState != .closed || !script.isTimerOn)
    }
  }

  struct Script {
    var machine = Machine(autosaves: true)
    var jobs: [Machine.Job] = []
    var mostJobs = 0
    var asked = 0
    var answered: [Int] = []
    var isTimerOn = false
    var timer = 0

    mutating func take(_ effects: Effects) {
      answered += effects.answers.map(\.waiter)
      if let job = effects.job { jobs.append(job) }
      mostJobs = max(mostJobs, jobs.count)
      if let command = effects.timer { (timer, isTimerOn) = (command.number, command.isOn) }
    }

    mutating func finishJob(_ random: inout SplitMix) {
      let luck = Int.random(in: 0..<4, using: &random)
      switch jobs.removeFirst() {
      case .read: take(machine.didRead(failure: luck == 0 ? "bad" : nil))
      case .write: take(machine.didWrite(luck == 0 ? .failed("bad") : luck == 1 ? .conflict("bad") : .done))
      }
    }

    mutating func step(_ random: inout SplitMix) {
      let requests: [Machine.Request] = [.save(overwriting: false), .save(overwriting: true), .saveTo("b"), .revert]
      switch Int.random(in: 0..<8, using: &random) {
      case 0: take(machine.open(next(), refusal: "no"))
      case 1, 2: take(machine.request(requests.randomElement(using: &random) ?? .revert, next(), refusal: "no"))
      case 3: take(machine.close(next()))
      case 4: take(machine.edit(from: machine.revision) ?? Effects())
      case 5 where isTimerOn:
        isTimerOn = false
        take(machine.becameQuiet(timer: timer))
      default: if !jobs.isEmpty { finishJob(&random) }
      }
    }

    mutating func next() -> Int {
      asked += 1
      return asked - 1
    }
  }
}

extension DocumentMachine where Waiter == Int, Failure == String, Place == String {
  fileprivate mutating func save(_ waiter: Int) -> Effects {
    request(.save(overwriting: false), waiter, refusal: "no")
  }
}
