/// The jobs that are ready: a bag in which any job may be next, and the line of the main actor.
///
/// The main actor runs its jobs in the order in which they arrived, so only the first of its line is a candidate.
/// Candidates are sorted by arrival, so candidate 0 is the one that a fixed order, first in, first out, runs next.
struct Lanes<Job> {
  typealias Ready = (candidate: Candidate, job: Job)

  private(set) var ready: [Ready] = []
  private var line: [Ready] = []
  private var arrivals = 0
  private var mainArrival: Int?

  var candidates: [Candidate] { ready.map(\.candidate) }
  /// The number of jobs that are ready, with those that wait in the line of the main actor.
  var count: Int { ready.count + line.count }

  mutating func add(_ job: Job, strand: Int, isMain: Bool = false) {
    let new = (candidate: Candidate(event: .job(of: strand), arrival: arrivals), job: job)
    arrivals += 1
    guard isMain else { return ready.append(new) }
    guard mainArrival == nil else { return line.append(new) }
    mainArrival = new.candidate.arrival
    ready.append(new)
  }

  /// Removes the candidate at `index` and returns it with its job.
  mutating func take(_ index: Int) -> Ready {
    let taken = ready.remove(at: index)
    if taken.candidate.arrival == mainArrival { admitNextOfMain() }
    return taken
  }

  private mutating func admitNextOfMain() {
    mainArrival = line.first?.candidate.arrival
    guard mainArrival != nil else { return }
    let next = line.removeFirst()
    let index = ready.firstIndex { $0.candidate.arrival > next.candidate.arrival } ?? ready.endIndex
    ready.insert(next, at: index)
  }
}
