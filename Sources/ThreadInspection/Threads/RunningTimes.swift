/// How long the threads of the process have run so far.
package enum RunningTimes {
  /// The time of each thread in nanoseconds, by its number; nil where the system does not tell.
  package static func now() -> [Int32: UInt64]? {
    guard let numbers = ThreadFiles.numbers else { return nil }
    var times: [Int32: UInt64] = [:]
    for number in numbers { times[number] = ThreadFiles(number).schedule?.running }
    return times
  }
}
