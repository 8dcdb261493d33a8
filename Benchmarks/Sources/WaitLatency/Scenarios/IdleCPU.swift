/// The CPU time of the whole process per second of a wait.
struct IdleCPUTrial: Trial {
  let isSlowWhereThePeerIs = false
  /// The length of a wait.
  let nanoseconds: UInt64

  func block<P: BlockingPeer>(_ type: P.Type, _ batch: Batch) -> Figures {
    let fulfiller = Fulfiller<P>(delays: delays(batch))
    let samples = (0..<batch.count).map { _ in
      let peer = P()
      let start = Reading()
      fulfiller.fulfillLater(peer)
      peer.wait()
      return start.cpuPerSecond
    }
    return Figures(samples: samples)
  }

  func suspend<P: SuspendingPeer>(_ type: P.Type, _ batch: Batch) async -> Figures {
    let fulfiller = Fulfiller<P>(delays: delays(batch))
    var samples: [Double] = []
    for _ in 0..<batch.count {
      let peer = P()
      let start = Reading()
      fulfiller.fulfillLater(peer)
      await peer.wait()
      samples.append(start.cpuPerSecond)
    }
    return Figures(samples: samples)
  }

  private func delays(_ batch: Batch) -> [UInt64] { Array(repeating: nanoseconds, count: batch.count) }
}

/// Both clocks at one moment.
private struct Reading {
  private let cpu = ProcessFigures.cpuMilliseconds
  private let instant = Clock.now()

  /// The milliseconds of CPU time per second since then.
  var cpuPerSecond: Double {
    let seconds = Clock.microseconds(since: instant) / 1e6
    return (ProcessFigures.cpuMilliseconds - cpu) / seconds
  }
}
