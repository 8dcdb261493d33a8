/// The options on the command line.
struct Options: Sendable {
  var json: String?
  var plot: String?
  var filter: String?
  /// The samples of each implementation in the scenarios of single waits; nil for each scenario's own number.
  var samples: Int?
  var isQuick = false
  var check: String?
  var seed = UInt64.random(in: 1...999_999)

  enum Command {
    case measure(Options)
    case help
  }
}
