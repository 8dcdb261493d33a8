/// Says which threads or tasks could not be read, and why.
enum GapText {
  static func line(_ standing: Standing) -> String? {
    guard case .unknown(let gap) = standing.activity else { return nil }
    return switch (standing.subject, gap) {
    case (.threads, .limit): "there was no time to find where all threads stand"
    case (_, .lines): "there was no time to read all lines"
    case (_, .program): "the program's file tells no names or lines: it has changed, or has no symbols"
    case (.threads, _) where standing.count == 0: "the threads could not be read"
    case (.threads, _) where standing.count == 1: "one thread could not be read"
    case (.threads, _): "\(standing.count) threads could not be read"
    case (_, .unreadable): "suspended tasks could not be read"
    case (_, .limit): "only a part of the memory was searched for suspended tasks"
    case (_, .sanitizer): "suspended tasks are not searched under a sanitizer"
    }
  }
}
