import Expectations
import Exploration
import Leftovers
import TestSupport
import Testing

@testable import Samples

/// What of the other samples depends on the order of tasks, under every order. What they do on queues cannot be
/// explored: that is tested with real queues, files and servers.
@Suite(.whereTasksAreControlled, .endsAllTasks, .serialized) struct ExploredSamplesTests {
  private static let delft = Place(title: "Delft", place: "Netherlands", latitude: 52, longitude: 4.4)

  /// The caller is canceled at each moment in turn: before the request, while it is sent, and after its answer.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func save_canceledAtEachMoment_isAnsweredOnce() async {
    let report = await explore(.cancels) {
      let store = TaskRecordStore()
      let save = Task { try await store.save(["title": "Delft"], in: "Place") }
      mayCancel(save)
      switch await save.result {
      case .success(let record): #expect(store.records == [record])
      case .failure(let error): #expect("\(error)" == "cancelled")
      }
      await settle()
      #expect(store.answers == store.requests)
    }
    #expect(report.isExhaustive)
  }

  /// A visit looks the place up and then creates it, so two visits at once may both create it. The documentation of
  /// `VisitLog` says so; here it is seen, and each visit is answered with a record that is marked.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func visits_ofOnePlaceAtOnce_mayCreateTwoRecords() async {
    await explore(.reaches("one record", "two records")) {
      let store = TaskRecordStore()
      let visits = SharedRecordStore.withReplacement(store) {
        (0..<2).map { _ in Task { try await VisitLog().visit(Self.delft) } }
      }
      for visit in visits {
        let record = try await visit.value
        #expect(record["visited"] == .bool(true))
      }
      reached(store.records.count == 1 ? "one record" : "two records")
      #expect(store.records.count <= 2)
    }
  }

  /// The commands for the timer of a document's autosave arrive in any order. The one with the highest number wins.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test(arguments: [true, false]) func quietTimer_commandsInAnyOrder_lastWins(isLastOn: Bool) async {
    await explore {
      let fired = Guarded<[Int]>([])
      let timer = QuietTimer(clock: ExplorationClock(), quietTime: .seconds(30))
      await withDiscardingTaskGroup { group in
        for number in 1...3 {
          group.addTask {
            await Task.yield()
            timer.set(number: number, isOn: number < 3 || isLastOn) { fired.withLock { $0.append(number) } }
          }
        }
      }
      try await ExplorationClock().sleep(for: .seconds(61))
      #expect(fired.value == (isLastOn ? [3] : []))
    }
  }
}
