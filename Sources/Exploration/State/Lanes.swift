/// The jobs that are ready: a bag in which any job may be next, and the line of the main actor.
///
/// The main actor runs its jobs in the order in which they arrived, so only the first of its line is a candidate.
/// Candidates are sorted by arrival, so candidate 0 is the one that a fixed order, first in, first out, runs next.
struct Lanes<Job> {
  private(set) var candidates: [Candidate] = []
  private(set) var jobs: [Job] = []
  private var line: [(candidate: Candidate, job: Job)] = []
  private var arrivals = 0
  private var mainArrival: Int?

  /// The number of jobs that are ready, with those that wait in the line of the main actor.
  var count: Int { jobs.count + line.count }

  mutating func add(_ job: Job, strand: Int, isMain: Bool = false) {
    let candidate = Candidate(event: .job(of: strand), arrival: arrivals)
    arrivals += 1
    guard isMain else { return append(candidate, job) }
    guard mainArrival == nil else { return line.append((candidate, job)) }
    mainArrival = candidate.arrival
    append(candidate, job)
  }

  /// Removes the candidate at `index` and returns it with its job.
  mutating func take(_ index: Int) -> (candidate: Candidate, job: Job) {
    let taken = (candidate: candidates.remove(at: index), job: jobs.remove(at: index))
    if taken.candidate.arrival == mainArrival { admitNextOfMain() }
    return taken
  }

  /// Removes and returns the first candidate whose job fulfills a condition.
  mutating func takeFirst(where isWanted: (Job) -> Bool) -> (candidate: Candidate, job: Job)? {
    jobs.firstIndex(where: isWanted).map { take($0) }
  }

  private mutating func append(_ candidate: Candidate, _ job: Job) {
    candidates.append(candidate)
    jobs.append(job)
  }

  private mutating func admitNextOfMain() {
    mainArrival = line.first?.candidate.arrival
    guard mainArrival != nil else { return }
    let next = line.removeFirst()
    let index = candidates.firstIndex { $0.arrival > next.candidate.arrival } ?? candidates.endIndex
    candidates.insert(next.candidate, at: index)
    jobs.insert(next.job, at: index)
  }
}
