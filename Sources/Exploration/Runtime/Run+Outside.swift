import Foundation

#if os(Linux)
  import ThreadInspection
#endif

/// What a run meets outside: work that it hands over, and tasks that other threads resume.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Run {
  func takeFromOutside() -> Bool {
    let arrivals = scheduler.outside.takeAll()
    for arrival in arrivals {
      let isTask = arrival.job.kind == .task
      let strand = isTask ? tasks.strand(of: arrival.job.number).strand : 0
      noteResumption(arrival, strand: isTask ? strand : nil)
      guard !isTask || noteReady(arrival.job.number, strand) else { continue }
      log?.entries.append(.init(strand: strand, action: .outside(arrival.source), choice: 0, count: 1))
      lanes.add(arrival.job, strand: strand, isMain: arrival.job.route == .main)
    }
    return !arrivals.isEmpty
  }

  func waitForOutside(_ nanoseconds: Int) -> Bool {
    scheduler.watchdog.whileWaiting {
      let (start, isMain) = (RealTime.now, Thread.isMainThread)
      // An event from outside may need the main actor first.
      scheduler.mainHold.release()
      while case let left = nanoseconds - (RealTime.now - start), left > 0 {
        if isMain { Scheduler.serveMainRunLoop() }
        scheduler.outside.wait(nanoseconds: isMain ? min(1_000_000, left) : left)
        if takeFromOutside() { return true }
      }
      return false
    }
  }

  /// Notes work that a step hands to a queue or a thread.
  func noteSubmission(to source: String) {
    guard clock.isInStep, !outsideEvents.contains(where: { $0.kind == .submission && $0.source == source })
    else { return }
    let addresses = CodeSymbols.capture()
    let source = ThreadSource.library(of: addresses) ?? source
    note(OutsideEvent(kind: .submission, strand: current.strand, source: source, addresses: addresses))
  }

  /// Notes a task that another thread resumed, and where it waits.
  private func noteResumption(_ arrival: OutsideArrivals.Arrival, strand: Int?) {
    guard !outsideEvents.contains(where: { $0.kind == .resumption && $0.source == arrival.source }) else { return }
    var images = CodeImages()
    let task = KnownTask(arrival.job.job, arrival.job.number)
    let waits = strand.flatMap { _ in RunTasks.reader?.functions(of: task, in: &images) }
    note(
      OutsideEvent(
        kind: .resumption, strand: strand, source: arrival.source, addresses: arrival.addresses, waits: waits ?? []))
  }

  private func note(_ event: OutsideEvent) {
    if limits.endsOutside { failures.leaveToCaller() }
    outsideEvents.note([event])
  }
}
