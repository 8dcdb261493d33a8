import Foundation

/// The index at the top of a page: what a text says, and the sections whose texts say that.
enum Symptoms {
  private struct Symptom {
    /// What a reader sees, as Markdown.
    let words: String
    let pattern: Regex<Substring>
    /// Whether it counts only where nothing else does.
    var isGeneral = false
  }

  private static var all: [Symptom] {
    [
      Symptom(words: "`deadlock:`", pattern: #/\n  deadlock: /#),
      Symptom(words: "`waits for its turn on actor …`", pattern: #/waits for its turn on /#),
      Symptom(words: "`waits for a continuation to be resumed`", pattern: #/waits for a continuation /#),
      Symptom(words: "`waits for the next element of a stream`", pattern: #/waits for the next element /#),
      Symptom(
        words: "`waits for the end of a task`, or `… of a group`", pattern: #/waits for the (?:end of a task|tasks of)/#
      ),
      Symptom(words: "`waits for a thread of the concurrency pool`", pattern: #/waits for a thread of the /#),
      Symptom(words: "`waits for a lock`, or `… for a condition`", pattern: #/waits for a (?:lock|condition)/#),
      Symptom(words: "`this wait blocked the queue …`", pattern: #/\n  this wait blocked the /#),
      Symptom(words: "`DispatchQueue.sync(…), called at …`", pattern: #/DispatchQueue\.sync\S*, called at/#),
      Symptom(
        words: "`DispatchSemaphore.wait()` or `DispatchGroup.wait()`", pattern: #/Dispatch(?:Semaphore|Group)\.wait/#),
      Symptom(words: "`no closure, task or object holds … anymore`", pattern: #/no closure, task or object holds/#),
      Symptom(words: "the handler `was released … without being called`", pattern: #/released .*without being called/#),
      Symptom(words: "the handler `is still held and has not been called`", pattern: #/still held and has not been/#),
      Symptom(
        words: "`a manual clock of this test`, or `a sleeper on a clock`",
        pattern: #/\ a (?:manual clock|sleeper on a)/#),
      Symptom(words: "`was fulfilled once too often`", pattern: #/fulfilled once too often/#),
      Symptom(words: "a notification, `observed on …`", pattern: #/observed on the /#),
      Symptom(
        words: "a recorder: other events than expected, too few, or too many",
        pattern: #/did not record the expected|ended after \d+ of|where none was expected|\n +1: /#),
      Symptom(words: "`did not come true`", pattern: #/did not come true/#),
      Symptom(words: "an error of the code under test", pattern: #/Caught error: [A-Z]\w*(?:Error\.|\(\))/#),
      Symptom(words: "another `… called at …`, or `running …`", pattern: #/called at|: running /#, isGeneral: true),
      Symptom(words: "only that the event did not come", pattern: #/Timed out after/#, isGeneral: true),
    ]
  }

  /// The index of a page, from the titles and the texts of its sections.
  static func index(of sections: [(title: String, text: String)], page: String) -> String {
    let found = sections.map { section in
      let matching = all.indices.filter { section.text.contains(all[$0].pattern) }
      let special = matching.filter { !all[$0].isGeneral }
      return (section.title, special.isEmpty ? Array(matching.prefix(1)) : special)
    }
    let rows = all.indices.compactMap { index -> String? in
      let links = found.filter { $0.1.contains(index) }.map { "<doc:\(page)#\(anchor($0.0))>" }
      return links.isEmpty ? nil : "| \(all[index].words) | \(links.joined(separator: ", ")) |"
    }
    return """
      ## What the text says

      | the text says | see |
      |---|---|
      \(rows.joined(separator: "\n"))


      """
  }

  /// The name of a heading in links.
  private static func anchor(_ title: String) -> String {
    title.filter { $0.isLetter || $0.isNumber || $0 == " " }.replacing(" ", with: "-")
  }
}
