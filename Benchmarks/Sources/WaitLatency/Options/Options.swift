/// What was asked for on the command line.
struct Options: Sendable {
  var json: String?
  var plot: String?
  var filter: String?
  /// Samples of each implementation in the scenarios of single waits; nil for what each scenario takes by itself.
  var samples: Int?
  var isQuick = false
  var check: String?
  var seed = UInt64.random(in: 1...999_999)

  enum Command {
    case measure(Options)
    case help
  }
}
