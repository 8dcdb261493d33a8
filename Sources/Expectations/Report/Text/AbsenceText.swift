/// Says what is left when nothing is known about the cause of a failure, and no thread or task is in the tester's code.
enum AbsenceText {
  /// - Parameters:
  ///   - absence: The words of the inspection.
  ///   - hasBegun: Whether a part of what was expected has come.
  ///   - queuesAnswered: Whether the main queue, a global queue and the concurrency pool were probed and answered.
  static func line(_ absence: String, hasBegun: Bool, queuesAnswered: Bool) -> String {
    let beginning = hasBegun ? "the work has ended," : "the work was never started, has ended,"
    return "\(absence): \(beginning) or waits for \(queuesAnswered ? "another" : "a") queue, a timer or the system"
  }
}
