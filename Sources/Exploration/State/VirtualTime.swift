/// The time of a run, in nanoseconds since its start, and the jobs that sleep. It passes only when told to.
struct VirtualTime<Job> {
  private(set) var now = 0
  private var sleepers: [(deadline: Int, job: Job, number: Int)] = []
  private var count = 0
  /// The jobs that go on when nothing else can.
  private var settling: [Job] = []

  var hasSleepers: Bool { !sleepers.isEmpty }
  var isEmpty: Bool { sleepers.isEmpty && settling.isEmpty }

  /// Lets a job sleep, and returns a number for `cancel`. Jobs with the same deadline wake in the order of this call.
  @discardableResult
  mutating func sleep(_ job: Job, nanoseconds: Int) -> Int {
    let (sum, overflow) = now.addingReportingOverflow(max(0, nanoseconds))
    let deadline = overflow ? Int.max : sum
    let index = sleepers.firstIndex { $0.deadline > deadline } ?? sleepers.endIndex
    count += 1
    sleepers.insert((deadline, job, count), at: index)
    return count
  }

  mutating func settle(_ job: Job) { settling.append(job) }

  /// Does nothing if the job has woken.
  mutating func cancel(_ number: Int) { sleepers.removeAll { $0.number == number } }

  /// Lets time pass up to the first deadline, and returns the jobs that wake then; if none sleeps, those that settle.
  mutating func advance() -> [Job] {
    guard let first = sleepers.first else { return takeSettling() }
    now = first.deadline
    let count = sleepers.firstIndex { $0.deadline > first.deadline } ?? sleepers.endIndex
    defer { sleepers.removeFirst(count) }
    return sleepers[..<count].map(\.job)
  }

  mutating func takeSettling() -> [Job] {
    defer { settling = [] }
    return settling
  }
}
