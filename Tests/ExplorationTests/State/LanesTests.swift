import Testing

@testable import Exploration

@Suite struct LanesTests {
  @Test func lanes_jobsOfTheMainActor_areCandidatesOneAtATime() {
    var lanes = Lanes<String>()
    lanes.add("main 1", strand: 1, isMain: true)
    lanes.add("a", strand: 2)
    lanes.add("main 2", strand: 1, isMain: true)
    lanes.add("b", strand: 3)
    #expect(lanes.candidates.map(\.arrival) == [0, 1, 3])
    #expect(lanes.count == 4)
    #expect(lanes.take(0).job == "main 1")
    // The second one keeps the place of its arrival, between the others.
    #expect(lanes.candidates.map(\.arrival) == [1, 2, 3])
    #expect(lanes.take(1).job == "main 2")
    lanes.add("main 3", strand: 1, isMain: true)
    #expect((0..<3).map { _ in lanes.take(0).job } == ["a", "b", "main 3"])
  }
}
