import Expectations
import Foundation
import Leftovers
import TestSupport
import Testing

import class Expectations.Expectation

@testable import Samples

/// Every server fault, with `await` and with a completion handler, to its end and with a cancellation on the way: each
/// yields one typed completion, and no connection stays open. `swift test --filter HTTPFaultTests` prints the count. At
/// the small size, each fault runs in two of the four ways.
///
/// One fault is left out: a connection that closes in the middle of a response head. On Linux (Swift 6.3), Foundation
/// then ends the process, and no client of a session can prevent that.
@Suite(.endsAllTasks) struct HTTPFaultTests {
  typealias Answer = Result<[Record], RecordServiceError>

  static let modes: [RecordAnswerTests.Mode] = RecordAnswerTests.modes + paced

  /// The same valid response and the same invalid ones, in other packets.
  static var paced: [RecordAnswerTests.Mode] {
    typealias Mode = RecordAnswerTests.Mode
    let good = LoopbackAnswer.json(RecordAnswerTests.good)
    let open = LoopbackAnswer(steps: [
      .send(LoopbackAnswer.head(200, ["Content-Type": "application/json", "Connection": "close"])),
      .send(Data(RecordAnswerTests.good.utf8)),
    ])
    var random = Seed.generator("HTTPFaultTests")
    return [
      Mode("byte by byte", good.byteByByte, #"ok ["a1"]"#),
      Mode("shredded", good.shredded(by: &random), #"ok ["a1"]"#),
      Mode("sliced, with pauses", good.sliced(into: 50, pausing: .milliseconds(2)), #"ok ["a1"]"#),
      Mode("narrow", good.limited(toBytesPerSecond: 5000), #"ok ["a1"]"#),
      Mode("too narrow", good.limited(toBytesPerSecond: 200), "timedOut", deadline: .milliseconds(300)),
      Mode("half-closed", open.halfClosed, #"ok ["a1"]"#),
      Mode(
        "half-closed, short", LoopbackAnswer.json(RecordAnswerTests.good, cutTo: 30, endingWith: .endSending),
        "connectionLost"),
      Mode("half-closed, nothing", LoopbackAnswer(steps: [.endSending, .hang]), "connectionLost"),
      Mode("short, byte by byte", LoopbackAnswer.json(RecordAnswerTests.good, cutTo: 20).byteByByte, "connectionLost"),
      Mode("bad chunk, byte by byte", LoopbackAnswer.badChunk.byteByByte, "connectionLost"),
    ]
  }

  enum Way: CaseIterable {
    case called, calledAndCancelled, awaited, awaitedAndCancelled

    var isCancelled: Bool { self == .calledAndCancelled || self == .awaitedAndCancelled }
  }

  /// The result of one run.
  struct Run {
    var completions = 0
    /// How long after its deadline a timed-out request ended.
    var lateness = Duration.zero
  }

  @Test(.realTime) func everyFault_everyWay_oneTypedCompletion() async throws {
    let halves: [[Way]] = [[.called, .awaitedAndCancelled], [.awaited, .calledAndCancelled]]
    let runs = Self.modes.enumerated().flatMap { number, mode in
      ProofSize.of(small: halves[number % 2], full: Way.allCases).map { (mode, $0) }
    }
    var results: [Run] = []
    await withTaskGroup(of: Run.self) { group in
      for (index, (mode, way)) in runs.enumerated() {
        // A few at a time: each has a server and a session, and some wait for their deadline.
        if index >= 12, let result = await group.next() { results.append(result) }
        group.addTask {
          do {
            return try await run(mode, way)
          } catch {
            Issue.record("\(mode), \(way): \(error)")
            return Run()
          }
        }
      }
      for await result in group { results.append(result) }
    }
    let completions = results.map(\.completions)
    let lateness = results.map(\.lateness).max() ?? .zero
    ProofSize.print(
      "HTTP faults, \(ProofSize.name): \(Self.modes.count) modes × \(runs.count / Self.modes.count) ways,",
      "\(completions.reduce(0, +)) typed completions, at most \(lateness) after the deadline")
    #expect(completions.allSatisfy { $0 == 1 })
    #expect(Self.modes.count >= 24)
    #expect(completions.count == Self.modes.count * ProofSize.of(small: 2, full: 4))
  }

  private func run(_ mode: RecordAnswerTests.Mode, _ way: Way) async throws -> Run {
    let server = try LoopbackServer(mode.answer)
    var service: RecordService? = RecordService(
      base: server.url, deadline: mode.deadline, sizeLimit: mode.sizeLimit,
      callbackQueue: DispatchQueue(label: "callbacks"))
    let begun = ContinuousClock.now
    let answered = Expectation("\(mode) answered", of: Answer.self, count: 1...)
    if way.isCancelled {
      let requested = Expectation("request received", of: LoopbackRequest.self, count: 1...)
      server.onRequest = requested.handler
      let cancel = ask(try #require(service), way, answered)
      // Wait for either: without any time, no request is sent.
      await wait(forAnyOf: [requested, answered], timeout: .seconds(30))
      cancel()
      cancel()
    } else {
      _ = ask(try #require(service), way, answered)
    }
    let name = RecordAnswerTests().name(try await answered.wait(timeout: .seconds(30)))
    #expect(
      name == mode.expected || way.isCancelled && name == "cancelled", "\(mode), \(way), seed \(Seed.value): \(server)")
    let elapsed = ContinuousClock.now - begun
    #expect(name != "timedOut" || elapsed >= mode.deadline, "\(mode), \(way)")
    // After its release, the client closes all its connections.
    service = nil
    let disconnected = Expectation("connections of \(mode), \(way) ended")
    server.whenDisconnected(disconnected.handler)
    await disconnected.wait(timeout: .seconds(30))
    return Run(
      completions: answered.fulfillmentCount,
      lateness: name == "timedOut" ? elapsed - max(.zero, mode.deadline) : .zero)
  }

  /// Returns a function that cancels the request.
  private func ask(_ service: RecordService, _ way: Way, _ answered: Expectation<Answer>) -> () -> Void {
    switch way {
    case .called, .calledAndCancelled:
      let request = service.records(of: "Place", where: "name", equals: "Delft", completion: answered.handler)
      return { request.cancel() }
    case .awaited, .awaitedAndCancelled:
      let task = Task {
        do throws(RecordServiceError) {
          answered.fulfill(.success(try await service.records(of: "Place", where: "name", equals: "Delft")))
        } catch {
          answered.fulfill(.failure(error))
        }
      }
      return { task.cancel() }
    }
  }
}
