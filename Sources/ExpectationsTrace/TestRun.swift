import Foundation

#if os(Linux)
  /// Builds the tests of the package in the current folder with calls of the recorder on each edge, and runs one.
  struct TestRun {
    /// The build has a folder of its own, because all of it is compiled with other flags.
    static let scratch = ".build-trace"

    let folder: URL
    /// The folder of the tools beside the compiler.
    let tools: String
    /// What is linked to all programs of the package. It records nothing without the variable, as in a macro.
    private let recorder: URL
    private var trace: URL { folder.appendingPathComponent("trace.bin") }
    private var wanted: URL { trace.appendingPathExtension("wanted") }

    init() throws {
      guard FileManager.default.fileExists(atPath: "Package.swift") else {
        throw TraceError("there is no Package.swift here; run it in the folder of the package with the test")
      }
      folder = URL(fileURLWithPath: Self.scratch)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data("*\n".utf8).write(to: folder.appendingPathComponent(".gitignore"))
      tools = try ToolProcess.toolchain(in: folder)
      recorder = try Self.compileRecorder(with: tools, in: folder)
    }

    /// Compiles `Recorder.c`, which stands beside this file, and returns the object.
    static func compileRecorder(with tools: String, in folder: URL) throws -> URL {
      let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Recorder.c")
      guard let text = try? Data(contentsOf: source) else {
        throw TraceError("\(source.path) is gone; build expectations-trace again")
      }
      // Another source has another name, because SwiftPM links again only when its arguments are others.
      let sum = text.reduce(5381 as UInt64) { $0 &* 33 ^ UInt64($1) }
      let object = folder.appendingPathComponent("recorder-\(String(sum, radix: 16)).o")
      _ = try ToolProcess(
        tool: tools + "clang", arguments: ["-O2", "-fPIC", "-c", "-o", object.path, source.path]
      ).output(in: folder)
      return object
    }

    private func swift(_ command: String..., environment: [String: String] = [:]) -> ToolProcess {
      let arguments = ["--scratch-path", Self.scratch] + Self.flags + ["-Xlinker", recorder.path]
      return ToolProcess(tool: "swift", arguments: command + arguments, environment: environment)
    }

    /// The last flag gives each block of code an edge, also where another edge implies it.
    ///
    /// Assumption: the frontend accepts these flags, for which the driver links nothing, and the compiled code calls
    /// the functions that clang documents.
    /// Check: the build, and whether the trace is empty.
    /// If false: `expectations-trace` says so, and prints no path.
    /// Remove when: the driver offers coverage of edges with functions of one's own.
    private static let flags = [
      "-Xfrontend", "-sanitize=fuzzer", "-Xfrontend", "-sanitize-coverage=edge,trace-pc-guard,pc-table",
      "-Xllvm", "-sanitizer-coverage-prune-blocks=0",
    ].flatMap { ["-Xswiftc", $0] }

    func build() throws {
      guard try swift("build", "--build-tests").run() == 0 else {
        throw TraceError(
          """
          the tests do not build with traced edges; the messages are above. If they build without, this compiler does \
          not support the flags: \(Self.flags.filter { $0 != "-Xswiftc" }.joined(separator: " "))
          """)
      }
    }

    /// Returns the test of that name, and the edges of the program with the tests.
    func find(_ name: String) throws -> (test: TestName, edges: TraceFile) {
      for file in [trace, wanted] { try? FileManager.default.removeItem(at: file) }
      let list = try swift("test", "list", "--skip-build", environment: ["EXPECTATIONS_TRACE": trace.path])
        .output(in: folder)
      let test = try TestName.find(name, in: list.split(separator: "\n").map(String.init))
      let edges = try file()
      guard edges.edges.count > 1 else {
        throw TraceError("nothing can be recorded: the program with the tests has no code, or over 1,048,576 branches")
      }
      return (test, edges)
    }

    /// Runs the test until it fails, as often as the options say, and returns the file with the trace of the last run:
    /// of these edges, and of the edge that ends it.
    func run(
      _ test: TestName, recording edges: Set<Int>, until end: Int, of count: Int, _ options: TraceOptions
    ) throws -> TraceFile {
      try Data((0..<count).map { $0 == end ? 2 : edges.contains($0) ? 1 : 0 }).write(to: wanted)
      let other = test.isOfXCTest ? "--disable-swift-testing" : "--disable-xctest"
      let command = swift(
        "test", "--skip-build", "--no-parallel", other, "--filter", test.filter,
        environment: ["EXPECTATIONS_TRACE": trace.path])
      var number = 0
      while true {
        number += 1
        try? FileManager.default.removeItem(at: trace)
        let (status, output) = try command.run(limit: options.limit, in: folder)
        if status == 0, number < options.runs { continue }
        var result = try file()
        guard result.trace.records.contains(where: { $0.edge != end }) else {
          throw TraceError("the trace is empty: no code in the files of this package ran")
        }
        result.trace.timeout = result.trace.records.first { $0.edge == end }?.time
        result.trace.failure = Trace.Failure(in: output)
        (result.trace.hasPassed, result.trace.runs) = (status == 0, number)
        return result
      }
    }

    private func file() throws -> TraceFile {
      guard let data = try? Data(contentsOf: trace, options: .alwaysMapped) else {
        throw TraceError("the tests have written no trace")
      }
      return try TraceFile(data)
    }
  }
#endif
