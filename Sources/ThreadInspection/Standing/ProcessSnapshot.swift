/// Copies of what the threads and tasks of the process did at one moment. Names and lines come later, from
/// `resolve(limit:)`, which may run on any thread.
package struct ProcessSnapshot: Sendable {
  /// Nil where threads cannot be listed.
  let threads: [ThreadSnapshot]?
  let tasks: TaskCensus
  let images: ImageMap?
  /// The thread that blocks in the wait that timed out, if one does.
  package var waitingThread: Int32?

  /// Finds names and lines. Of the threads, that of the wait comes first.
  /// - `limit`: The time after which the rest is left out: first texts of lines, then lines, then names, then threads.
  package func resolved(limit: Duration) -> ResolvedSnapshot { resolved(WorkLimit(limit)) }

  /// Returns where each thread and task stood that was in the tester's code, and what could not be read.
  func resolve(limit: Duration) -> [Standing] { resolve(WorkLimit(limit)) }

  func resolve(_ limit: WorkLimit, hasSource: @escaping (String) -> Bool = SourceText.exists) -> [Standing] {
    resolved(limit, hasSource: hasSource).standings(for: ResolvedSnapshot.Wait(thread: waitingThread))
  }

  private func resolved(
    _ limit: WorkLimit, hasSource: @escaping (String) -> Bool = SourceText.exists
  ) -> ResolvedSnapshot {
    var resolved = ResolvedSnapshot()
    #if os(Linux) && arch(x86_64) && canImport(Glibc)
      if let images, let memory = ProcessMemory() {
        resolved =
          Resolver(snapshot: self, images: images, memory: memory, limit: limit, hasSource: hasSource).resolved()
      }
    #endif
    resolved.gaps += gaps
    return resolved
  }

  /// What is not known.
  private var gaps: [Standing] {
    var gaps: [Standing] = []
    let unread = threads?.filter { !$0.isRead }.count ?? 1
    if unread > 0 || images == nil {
      var gap = Standing(.threads, .unknown(.unreadable))
      gap.count = threads == nil ? 0 : unread
      gaps.append(gap)
    }
    if let gap = tasks.gap { gaps.append(Standing(.tasks, .unknown(gap))) }
    return gaps
  }
}
