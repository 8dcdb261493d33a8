import Foundation

#if os(Linux)
  /// Runs another program to its end.
  struct ToolProcess {
    var tool: String
    var arguments: [String]
    var environment: [String: String] = [:]

    /// Returns what it prints to standard output, or throws what it printed if it failed.
    ///
    /// The texts go through files: a pipe that is full would stop the program.
    func output(of input: String = "", in folder: URL) throws -> String {
      let (question, answer, messages) = (file("question", folder), file("answer", folder), file("messages", folder))
      try Data(input.utf8).write(to: question)
      for file in [answer, messages] { try Data().write(to: file) }
      defer { for file in [question, answer, messages] { try? FileManager.default.removeItem(at: file) } }
      let status = try run {
        $0.standardInput = try FileHandle(forReadingFrom: question)
        $0.standardOutput = try FileHandle(forWritingTo: answer)
        $0.standardError = try FileHandle(forWritingTo: messages)
      }
      guard status == 0 else {
        let text = String(decoding: try Data(contentsOf: messages), as: UTF8.self)
        throw TraceError("`\(tool) \(arguments.first ?? "")` failed with exit code \(status):\n\(text)")
      }
      return String(decoding: try Data(contentsOf: answer), as: UTF8.self)
    }

    /// Runs it on this terminal, and interrupts it after `limit` seconds. Returns its exit code.
    @discardableResult
    func run(limit: Int? = nil, preparing prepare: (Process) throws -> Void = { _ in }) throws -> Int32 {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = [tool] + arguments
      process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
      try prepare(process)
      try process.run()
      if let limit {
        DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(limit)) { process.interrupt() }
      }
      process.waitUntilExit()
      return process.terminationStatus
    }

    private func file(_ name: String, _ folder: URL) -> URL {
      folder.appendingPathComponent("\(name)-\(ProcessInfo.processInfo.processIdentifier)")
    }
  }
#endif
