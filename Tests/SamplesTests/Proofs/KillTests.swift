import Expectations
import Foundation
import Leftovers
import TestSupport
import Testing

import class Expectations.Expectation

@testable import Samples

/// `kill -9` while a process saves: the file is intact, it is not older than the last answered save, and the next
/// process continues with it. `swift test --filter KillTests` prints the count.
@Suite(.endsAllTasks) struct KillTests {
  static let kills = ProofSize.of(small: 20, full: 200)
  static let lanes = 4

  struct Counts {
    var kills = 0
    var torn = 0
    var lost = 0
    /// How many kills hit a save under way, as its temporary file shows.
    var duringSave = 0
  }

  @Test(.ownThreads) func kill_duringSaves_noFileTorn_noAnsweredSaveLost() async throws {
    var sum = Counts()
    try await withThrowingTaskGroup(of: Counts.self) { group in
      for lane in 0..<Self.lanes { group.addTask { try await kill(inLane: lane, times: Self.kills / Self.lanes) } }
      for try await counts in group {
        sum.kills += counts.kills
        sum.torn += counts.torn
        sum.lost += counts.lost
        sum.duringSave += counts.duringSave
      }
    }
    ProofSize.print(
      "kill -9, \(ProofSize.name): \(sum.kills) times, \(sum.duringSave) of them during a save, \(sum.torn) torn,",
      "\(sum.lost) lost")
    #expect(sum.kills == Self.kills)
    #expect(sum.torn == 0)
    #expect(sum.lost == 0)
    // With only a few kills, their number depends on chance.
    if ProofSize.isFull { #expect(sum.duringSave > 0) }
  }

  /// Starts one process after the other, all of which save to the same file and are killed.
  private func kill(inLane lane: Int, times: Int) async throws -> Counts {
    let folder = try TemporaryFolder()
    var random = Seed.generator("KillTests", lane)
    var counts = Counts()
    for _ in 0..<times {
      let answered = Expectation("saves answered", of: Int.self, count: Int.random(in: 1...3, using: &random)...)
      let process = try SavingProcess(savingTo: folder.file("a"), answered: answered)
      try await answered.wait(timeout: .seconds(60))
      await process.kill(after: .microseconds(Int.random(in: 0...2000, using: &random)))
      counts.kills += 1
      if try folder.names().count > 1 { counts.duringSave += 1 }
      guard let number = number(in: folder.content(of: "a")) else {
        counts.torn += 1
        continue
      }
      // The last save may be complete but not answered yet.
      if number < process.lastAnswered { counts.lost += 1 }
    }
    let document = GalleryDocument(fileURL: folder.file("a"))
    try await document.open()
    #expect(try folder.names() == ["a"])
    return counts
  }

  /// The number of the save that wrote the content; nil if no save wrote it.
  private func number(in content: Data?) -> Int? {
    guard let content, let gallery = try? Gallery(data: content) else { return nil }
    guard let number = Int(gallery.title), gallery.pictures.count == number * 37 % 400 else { return nil }
    return gallery.pictures.allSatisfy { $0.caption == gallery.title } ? number : nil
  }
}
