extension WaitReport {
  /// A thread or a suspended task that stood in the code of the tests or of the program when the time ran out.
  struct Standing: Sendable, Equatable, Encodable, CustomStringConvertible {
    /// The line of the failure text.
    var description: String
    /// The path of the file; nil when the program does not tell the line.
    var filePath: String?
    /// The line in that file.
    var line: Int?
    /// The function of the tests or of the program, if it has a readable name.
    var function: String?
    /// How many threads or tasks stood alike.
    var count: Int
  }

  /// Where the threads and the suspended tasks of the process stood when the time of a wait of 20 ms or more ran out.
  ///
  /// Linux on x86_64 tells it, unless the environment variable `EXPECTATIONS_STACKS` is `0`. Elsewhere, there are none.
  ///
  /// A report from `outcome(of:timeout:)` has none, either. The text of the failure shows the nearest of them. It may
  /// take some hundred milliseconds to read the names and the lines, which happens at the first access.
  var standings: [Standing] { inspected?.reported ?? [] }

  /// The lines about them in the text of the failure.
  var standingLines: [String] {
    let files = [callSite.filePath] + expectations.map(\.createdAt.filePath)
    return inspected?.lines(files: files) ?? []
  }
}
