import Foundation

@testable import ThreadInspection

/// Looks at this process until something stands at a line.
enum Sighting {
  /// Returns what stands at a line of a file; nil when nothing comes there within five seconds.
  static func standing(
    _ line: Int, file: String, waitingThread: Int32? = nil, where isWanted: (Standing) -> Bool = { _ in true }
  ) -> Standing? {
    all(waitingThread: waitingThread) { standings in
      standings.contains { $0.isAt(line, file) && isWanted($0) }
    }.first { $0.isAt(line, file) && isWanted($0) }
  }

  static var now: [Standing] { all { _ in true } }

  /// Returns all standings as soon as they satisfy a condition, or the last ones.
  static func all(waitingThread: Int32? = nil, until isDone: ([Standing]) -> Bool) -> [Standing] {
    let end = ContinuousClock.now + .seconds(5)
    while true {
      let snapshot = ProcessInspector.copy(limit: .seconds(1), waitingThread: waitingThread)
      let standings = snapshot.resolve(limit: .seconds(5))
      if isDone(standings) || ContinuousClock.now > end { return standings }
      usleep(20_000)
    }
  }
}

extension ProcessSnapshot {
  /// Returns where each thread and task stood that was in your code, and what could not be read.
  func resolve(limit: Duration) -> [Standing] { resolve(WorkLimit(limit)) }

  func resolve(_ limit: WorkLimit, hasSource: @escaping (String) -> Bool = SourceText.exists) -> [Standing] {
    resolved(limit, hasSource: hasSource).standings(for: ResolvedSnapshot.Wait(thread: waitingThread))
  }
}

extension Standing {
  func isAt(_ line: Int, _ file: String) -> Bool { place?.line == line && place?.file == file }
}
