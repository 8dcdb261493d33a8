import Dispatch
import Expectations
import Foundation

/// Notes how each wait of the run ended: in the file that `EXPECTATIONS_REPORT` names, and in the summaries at the end
/// of a run that has such a file, or that ends because it hangs.
enum WaitLog {
  /// The successful wait at one line that used the largest share of its timeout.
  struct NearTimeout: Sendable {
    var wait: WaitFacts
    var used: Int64
    var count = 1

    var share: Double { Double(used) / Double(wait.limit) }

    var line: String {
      let time = "\(Seconds.text(used)) of \(Seconds.text(wait.limit)) (\(Int(share * 100)) %)"
      let place = "\(wait.site)" + (wait.test.map { ", in test \($0)" } ?? "") + (count == 1 ? "" : ", \(count) times")
      return "  \(time)  \(wait.nameList)  \(place)"
    }
  }

  private static let nearTimeouts = Locked<[String: NearTimeout]>([:])
  /// The successful waits that took longer than their timeout, because some of the time did not count.
  private static let extended = Locked<(count: Int, passed: Int64, allowed: Int64)>((0, 0, 0))

  private static let isPrintedAtExit: Void = ProcessEnd.add(.summaries) {
    guard HangEnd.hasBegun || WaitFile.shared != nil else { return }
    let stalls = StallList.shared.withLock { $0.text }
    for text in [textOfNearTimeouts, textOfExtended, stalls].compactMap({ $0 }) { StandardError.print(text) }
  }

  static func note(_ wait: WaitFacts, _ end: WaitEnd) {
    WaitFile.shared?.append(WaitLine(wait, end))
    _ = isPrintedAtExit
    if !end.stalls.isEmpty { StallList.shared.withLock { $0.note(end.stalls, in: wait.test) } }
    guard end.outcome == .completed, wait.kind != .mustNotHappen, wait.kind != .mustLast else { return }
    // Of a timeout under a millisecond, each success uses much.
    if wait.limit >= 1_000_000, end.used > wait.limit / 5 * 4 {
      nearTimeouts.withLock { all in
        let key = "\(wait.site.fileID):\(wait.site.line):\(wait.site.column)"
        var entry = NearTimeout(wait: wait, used: end.used)
        if let known = all[key] {
          if known.share > entry.share { entry = known }
          entry.count = known.count + 1
        }
        all[key] = entry
      }
    }
    if end.uncounted > 100_000_000, end.uncounted > wait.limit - end.used {
      extended.withLock { sum in
        sum.count += 1
        let passed = end.used + end.uncounted
        if passed > sum.passed { (sum.passed, sum.allowed) = (passed, wait.limit) }
      }
    }
  }

  /// The list of the successful waits that used most of their timeout, and are the first to fail on a busier computer.
  static var textOfNearTimeouts: String? {
    let all = nearTimeouts.withLock { Array($0.values) }.sorted { $0.share > $1.share }
    guard !all.isEmpty else { return nil }
    let waits = all.count == 1 ? "wait" : "waits"
    let rest = all.count > 21 ? ["  … \(all.count - 21) more …"] : []
    return
      (["Expectations: \(all.count) \(waits) used more than 80 % of the time allowed, and may be the next to fail"]
      + all.prefix(21).map(\.line) + rest).joined(separator: "\n")
  }

  static var textOfExtended: String? {
    let (count, passed, allowed) = extended.withLock { $0 }
    guard count > 0 else { return nil }
    let (waits, longest) = count == 1 ? ("1 wait", "it") : ("\(count) waits", "the longest")
    return "Expectations: \(waits) passed after more than the time allowed, because not everything could run; "
      + "\(longest) took \(Seconds.text(passed)) of \(Seconds.text(allowed))"
  }
}

/// Formats a length of time.
enum Seconds {
  static func text(_ nanoseconds: Int64) -> String {
    DurationText.short(.nanoseconds(nanoseconds))
  }
}

extension WaitFacts {
  /// What the wait is for, as a list for people.
  var nameList: String {
    let names = parts.prefix(4).map { "\"\($0.description)\"" }.joined(separator: ", ")
    return parts.count > 4 ? "\(names) and \(parts.count - 4) more" : names
  }
}
