import Dispatch
import Foundation

/// Many waits at a time, each for its own expectation: the time until all are over, and the number of threads of the
/// process.
enum ConcurrentWaitsScenario {
  static let count = 1000
  /// XCTest gives every wait a thread of its own, and that thread spins.
  private static let reducedXCTest = 50

  static func scenario(_ plan: Plan) -> Scenario {
    let name = "concurrent-waits/\(count)"
    return Scenario(
      name: name, about: "\(NumberText.grouped(count)) waits at a time, from starting the first to the end of the last",
      unit: .milliseconds, plan: plan,
      companion: Companion(name: "\(name)/peak-threads", unit: .threads, isSum: false),
      candidates: [
        candidate(Candidate.ours) { tasks(OurPeer.self, count) },
        candidate(PeerName.continuation) { tasks(ContinuationPeer.self, count) },
        candidate(PeerName.sleepPolling) { tasks(SleepPollingPeer.self, count) },
        candidate(PeerName.xctest, reducedSize: reducedXCTest) { tasks(XCTestPeer.self, reducedXCTest) },
        candidate(PeerName.semaphore, remark: "a thread for each wait") { threads(SemaphorePeer.self, count) },
        .unable(PeerName.confirmation, "does not wait"),
      ])
  }

  private struct Sample: Sendable {
    var milliseconds: Double
    var peakThreads: Int
  }

  private static func candidate(
    _ name: String, reducedSize: Int? = nil, remark: String? = nil, _ sample: @escaping @Sendable () -> Sample
  ) -> Candidate {
    let ability = Candidate.Ability.measured { batch in
      let samples = (0..<batch.count).map { _ in sample() }
      return Figures(samples: samples.map(\.milliseconds), companions: samples.map { Double($0.peakThreads) })
    }
    return Candidate(name: name, ability: ability, reducedSize: reducedSize, remark: remark)
  }

  private static func tasks<P: SuspendingPeer>(_ type: P.Type, _ count: Int) -> Sample {
    measure(type, count) { peers, arrivals in
      let box = ResultBox<Void>()
      Task.detached {
        await withTaskGroup(of: Void.self) { group in
          for peer in peers {
            group.addTask {
              arrivals.signal()
              await peer.wait()
            }
          }
        }
        box.fill(())
      }
      return box
    }
  }

  private static func threads<P: BlockingPeer>(_ type: P.Type, _ count: Int) -> Sample {
    measure(type, count) { peers, arrivals in
      let box = ResultBox<Void>()
      let departures = DispatchSemaphore(value: 0)
      for peer in peers {
        Thread {
          arrivals.signal()
          peer.wait()
          departures.signal()
        }.start()
      }
      Thread {
        for _ in peers { departures.wait() }
        box.fill(())
      }.start()
      return box
    }
  }

  /// Starts the waits, fulfills everything after all have begun, and counts threads in the meantime.
  private static func measure<P: Peer>(
    _ type: P.Type, _ count: Int, _ start: ([P], DispatchSemaphore) -> ResultBox<Void>
  ) -> Sample {
    let threadsBefore = ProcessFigures.threads ?? 0
    let peers = (0..<count).map { _ in P() }
    let arrivals = DispatchSemaphore(value: 0)
    let begin = Clock.now()
    let end = start(peers, arrivals)
    Thread {
      for _ in peers { arrivals.wait() }
      for peer in peers { peer.fulfill() }
    }.start()
    var peak = 0
    end.take { peak = max(peak, ProcessFigures.threads ?? 0) }
    let sample = Sample(milliseconds: Clock.microseconds(since: begin) / 1000, peakThreads: peak)
    letThreadsEnd(downTo: threadsBefore)
    return sample
  }

  /// A thread needs a moment to end, and must not count in the next sample. Dispatch keeps a few of its own.
  private static func letThreadsEnd(downTo count: Int) {
    var attemptsLeft = 2000
    while attemptsLeft > 0, let threads = ProcessFigures.threads, threads > count + 8 {
      Thread.sleep(forTimeInterval: 0.001)
      attemptsLeft -= 1
    }
  }
}
