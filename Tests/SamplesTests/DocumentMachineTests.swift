import Testing

@testable import Samples

/// The machine's script: waiters are numbers, failures are words.
struct DocumentMachineTests {
  typealias Machine = DocumentMachine<Int, String>
  typealias Effects = Machine.Effects

  func answer(_ waiter: Int, _ failure: String? = nil) -> Machine.Answer {
    Machine.Answer(waiter: waiter, failure: failure)
  }

  func opened() -> Machine {
    var machine = Machine()
    #expect(machine.open(0, refusal: "no") == Effects(job: .read))
    #expect(machine.didRead(failure: nil) == Effects(answers: [answer(0)]))
    return machine
  }

  @Test func save_duringSave_answeredByTheNext() {
    var machine = opened()
    let base = machine.revision
    #expect(machine.save(1, refusal: "no") == Effects(job: .write(revision: base)))
    #expect(machine.save(2, refusal: "no") == Effects())
    let edited = machine.edit(from: base)
    #expect(edited)
    #expect(machine.save(3, refusal: "no") == Effects())
    #expect(
      machine.didWrite(revision: base, failure: nil)
        == Effects(answers: [answer(1)], job: .write(revision: base + 1)))
    #expect(machine.isDirty)
    #expect(machine.didWrite(revision: base + 1, failure: nil) == Effects(answers: [answer(2), answer(3)]))
    #expect(!machine.isDirty)
  }

  @Test func edit_duringSave_staysDirty() {
    var machine = opened()
    let base = machine.revision
    _ = machine.save(1, refusal: "no")
    let (first, stale) = (machine.edit(from: base), machine.edit(from: base))
    #expect(first && !stale)
    #expect(machine.didWrite(revision: base, failure: nil) == Effects(answers: [answer(1)]))
    #expect(machine.isDirty)
  }

  @Test func close_duringSave_flushesThenCloses() {
    var machine = opened()
    let base = machine.revision
    _ = machine.save(1, refusal: "no")
    _ = machine.edit(from: base)
    #expect(machine.close(2) == Effects())
    #expect(machine.close(3) == Effects())
    let late = machine.edit(from: base + 1)
    #expect(!late)
    #expect(
      machine.didWrite(revision: base, failure: "full")
        == Effects(answers: [answer(1, "full")], job: .write(revision: base + 1)))
    #expect(machine.save(4, refusal: "no") == Effects())
    #expect(
      machine.didWrite(revision: base + 1, failure: nil) == Effects(job: .write(revision: base + 1)))
    #expect(
      machine.didWrite(revision: base + 1, failure: nil) == Effects(answers: [answer(4), answer(2), answer(3)]))
    #expect(machine.save(5, refusal: "no") == Effects(answers: [answer(5, "no")]))
    #expect(machine.close(6) == Effects(answers: [answer(6)]))
  }

  @Test func close_flushFails_staysOpenAndDirty() {
    var machine = opened()
    _ = machine.edit(from: machine.revision)
    let revision = machine.revision
    #expect(machine.close(1) == Effects(job: .write(revision: revision)))
    #expect(machine.didWrite(revision: revision, failure: "full") == Effects(answers: [answer(1, "full")]))
    #expect(machine.documentState == .savingError)
    #expect(machine.isDirty)
    #expect(machine.close(2) == Effects(job: .write(revision: revision)))
    #expect(machine.didWrite(revision: revision, failure: nil) == Effects(answers: [answer(2)]))
    #expect(machine.documentState == .closed)
  }

  @Test func close_whileOpening_closesOnceOpen() {
    var machine = Machine()
    _ = machine.open(1, refusal: "no")
    #expect(machine.open(2, refusal: "no") == Effects())
    #expect(machine.close(3) == Effects())
    #expect(machine.open(4, refusal: "no") == Effects(answers: [answer(4, "no")]))
    #expect(machine.save(5, refusal: "no") == Effects(answers: [answer(5, "no")]))
    #expect(machine.didRead(failure: nil) == Effects(answers: [answer(1), answer(2), answer(3)]))
    #expect(machine.documentState == .closed)
  }

  @Test func anyOrderOfEvents_everyWaiterIsAnsweredOnce() {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<2000 {
      var machine = Machine()
      var jobs: [Machine.Job] = []
      var asked = 0
      var answered: [Int] = []
      func take(_ effects: Effects) {
        answered += effects.answers.map(\.waiter)
        if let job = effects.job { jobs.append(job) }
      }
      func finishJob() {
        let failure = Int.random(in: 0..<3, using: &generator) == 0 ? "bad" : nil
        switch jobs.removeFirst() {
        case .read: take(machine.didRead(failure: failure))
        case .write(let revision): take(machine.didWrite(revision: revision, failure: failure))
        }
      }
      for _ in 0..<30 {
        switch Int.random(in: 0..<6, using: &generator) {
        case 0:
          asked += 1
          take(machine.open(asked, refusal: "no"))
        case 1:
          asked += 1
          take(machine.save(asked, refusal: "no"))
        case 2:
          asked += 1
          take(machine.close(asked))
        case 3: _ = machine.edit(from: machine.revision)
        default: if !jobs.isEmpty { finishJob() }
        }
        #expect(jobs.count <= 1)
      }
      while !jobs.isEmpty { finishJob() }
      #expect(answered.sorted() == Array(1...max(asked, 1)).prefix(asked).map { $0 })
    }
  }
}
