import Testing

@testable import ThreadInspection

/// Which tests of Swift Testing run, by the names of their tasks.
@Suite struct RunningTestTests {
  @Test(arguments: [
    ("[Swift Testing] test saves() - running", "saves()"),
    ("[Swift Testing] test \"a - running\" - running", "\"a - running\""),
    ("[Swift Testing] test saves(_:) - running test case #12", "saves(_:), case 12"),
    ("[Swift Testing] test saves()", nil), ("[Swift Testing] suite Saving - running", nil),
    ("[Swift Testing] test run", nil), ("[Swift Testing] test saves() - running late", nil),
    ("test saves() - running", nil), ("", nil),
  ])
  func name_isOneOfATestCase(_ name: String, _ test: String?) { #expect(TestTaskName.test(name) == test) }

  #if os(Linux) && compiler(>=6.3)
    @Test func taskOfATest_hasSuchAName() {
      #expect(Task.name.flatMap(TestTaskName.test) == "taskOfATest_hasSuchAName()")
    }

    @Test(arguments: [1, 2]) func taskOfACase_hasSuchAName(number: Int) {
      #expect(Task.name.flatMap(TestTaskName.test) == "taskOfACase_hasSuchAName(number:), case \(number)")
    }
  #endif

  @Test func caseThatWaitsForItsTurn_doesNotRun() {
    #expect(TestTaskName.waitsForTurn(["swift_continuation_await", "$s7Testing10SerializerC3run"]))
    #expect(!TestTaskName.waitsForTurn(["$s7Testing6RunnerV3run", "$s3App10SerializerC3run"]))
  }
}
