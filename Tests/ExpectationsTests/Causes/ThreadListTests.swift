import Foundation
import Testing

@testable import Expectations

/// The system's facts about threads.
@Suite struct ThreadListTests {
  private static func status(_ name: String, _ state: Character = "S", call: String? = nil, isMain: Bool = false)
    -> ThreadStatus?
  {
    ThreadStatus("12904 (\(name)) \(state) 12782 12900 680 0 -1", systemCall: call, isMain: isMain)
  }

  @Test(arguments: [
    ("upload", "upload"), ("oot.default-qos", "dispatch worker"), ("-qos.overcommit", "dispatch worker"),
    ("DispatchWorker", "dispatch worker"),
    ("odd) name (", "odd) name ("), ("", ""),
  ])
  func name_isThatOfTheThread(given: String, name: String) {
    #expect(Self.status(given)?.name == name)
    #expect(Self.status(given, isMain: true)?.name == "main")
  }

  @Test func activity_isTheState_andTheCall() {
    #expect(Self.status("a", "R", call: "running")?.activity == "running")
    #expect(Self.status("a", call: nil)?.activity == "asleep")
    #expect(Self.status("a", call: "99999 0x0")?.activity == "asleep")
    #expect(Self.status("a", "D")?.activity == "waiting for a device")
    #if arch(x86_64)
      #expect(Self.status("a", call: "230 0x0 0x0")?.activity == "asleep in nanosleep")
    #endif
  }

  @Test(arguments: ["", "12 a S", ")("])
  func oddStatus_isNone(text: String) {
    #expect(ThreadStatus(text, systemCall: nil, isMain: false) == nil)
  }

  @Test func sameThreads_areAGroup() {
    let threads = [Self.status("a"), Self.status("b"), Self.status("a"), Self.status("a", "R")].compactMap { $0 }
    #expect(
      ThreadList.groups(threads) == [
        WaitReport.ThreadGroup(name: "a", activity: "asleep", count: 2),
        WaitReport.ThreadGroup(name: "b", activity: "asleep", count: 1),
        WaitReport.ThreadGroup(name: "a", activity: "running", count: 1),
      ])
  }

  #if os(Linux)
    @Test func census_countsThisProcess() {
      let groups = ThreadList.recent
      #expect(groups.contains { $0.name == "main" })
      #expect(groups.reduce(0) { $0 + $1.count } >= 1)
    }
  #endif
}
