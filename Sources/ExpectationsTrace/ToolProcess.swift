import Foundation

#if os(Linux)
  /// Runs another program to its end.
  struct ToolProcess {
    var tool: String
    var arguments: [String]
    var environment: [String: String] = [:]

    /// Returns the folder of the tools beside the compiler, with a slash at its end.
    static func toolchain(in folder: URL) throws -> String {
      let info = try ToolProcess(tool: "swiftc", arguments: ["-print-target-info"]).output(in: folder)
      let library = info.split(separator: "\"").first { $0.hasSuffix("/lib/swift") } ?? ""
      return library.dropLast("/lib/swift".count) + "/bin/"
    }

    /// Runs it on this terminal, and returns its exit code.
    func run() throws -> Int32 {
      let process = try start(nil)
      process.waitUntilExit()
      return process.terminationStatus
    }

    /// Returns what it prints to standard output. Its messages go to this terminal.
    ///
    /// The texts go through files in this folder: a pipe that is full would stop the program.
    func output(of input: String = "", in folder: URL) throws -> String {
      let (question, answer) = (folder.appendingPathComponent("input"), folder.appendingPathComponent("output"))
      try Data(input.utf8).write(to: question)
      try Data().write(to: answer)
      let process = try start(FileHandle(forWritingTo: answer), reading: FileHandle(forReadingFrom: question))
      process.waitUntilExit()
      guard process.terminationStatus == 0 else {
        throw TraceError("`\(tool) \(arguments.first ?? "")` failed with exit code \(process.terminationStatus)")
      }
      return String(decoding: try Data(contentsOf: answer), as: UTF8.self)
    }

    /// Passes on what it prints, interrupts it after `limit` seconds, and returns its exit code and what it printed.
    func run(limit: Int, in folder: URL) throws -> (status: Int32, output: String) {
      let file = folder.appendingPathComponent("output")
      try Data().write(to: file)
      let (writing, reading) = (try FileHandle(forWritingTo: file), try FileHandle(forReadingFrom: file))
      let process = try start(writing, messages: writing)
      var (output, isRunning, end) = (Data(), true, Date(timeIntervalSinceNow: Double(limit)))
      while isRunning {
        Thread.sleep(forTimeInterval: 0.05)
        isRunning = process.isRunning
        if isRunning, end < Date() {
          process.interrupt()
          end = .distantFuture
        }
        let more = reading.readDataToEndOfFile()
        FileHandle.standardOutput.write(more)
        output += more
      }
      return (process.terminationStatus, String(decoding: output, as: UTF8.self))
    }

    private func start(_ output: FileHandle?, messages: FileHandle? = nil, reading input: FileHandle? = nil) throws
      -> Process
    {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = [tool] + arguments
      process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
      process.standardInput = input ?? FileHandle.standardInput
      process.standardOutput = output ?? FileHandle.standardOutput
      process.standardError = messages ?? FileHandle.standardError
      try process.run()
      return process
    }
  }
#endif
