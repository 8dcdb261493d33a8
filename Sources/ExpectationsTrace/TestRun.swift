import Foundation

#if os(Linux)
  /// Builds the tests of the package in the current folder with calls of the recorder on each edge, and runs one.
  struct TestRun {
    /// The build has a folder of its own, because all of it is compiled with other flags.
    static let scratch = ".build-trace"

    let folder: URL
    private var trace: URL { folder.appendingPathComponent("trace.bin") }
    private var wanted: URL { trace.appendingPathExtension("wanted") }

    init() throws {
      guard FileManager.default.fileExists(atPath: "Package.swift") else {
        throw TraceError("there is no Package.swift here; run it in the folder of the package with the test")
      }
      folder = URL(fileURLWithPath: Self.scratch)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    /// The manifest of `Expectations` links the recorder when it sees this variable.
    private var environment: [String: String] { ["EXPECTATIONS_TRACE": trace.path, "EXPECTATIONS_STACKS": "0"] }

    private func swift(_ command: String...) -> ToolProcess {
      let arguments = ["--scratch-path", Self.scratch] + Self.flags + ["-Xlinker", nothing.path]
      return ToolProcess(tool: "swift", arguments: command + arguments, environment: environment)
    }

    /// What is linked to all programs of the package. Those without `Expectations` have no recorder, and some of them
    /// run: macros, for example.
    private var nothing: URL { folder.appendingPathComponent("nothing.o") }

    private func makeNothing() throws {
      let names = ["guard", "guard_init"].map { "trace_pc_\($0)" } + ["pcs_init"]
      let source = names.map { "__attribute__((weak)) void __sanitizer_cov_\($0)(void) {}\n" }.joined()
      _ = try ToolProcess(tool: "clang", arguments: ["-x", "c", "-c", "-fPIC", "-o", nothing.path, "-"])
        .output(of: source, in: folder)
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
      try makeNothing()
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
      let list = try swift("test", "list", "--skip-build").output(in: folder)
      let test = try TestName.find(name, in: list.split(separator: "\n").map(String.init))
      let edges = try file()
      guard edges.edges.count > 1 else {
        throw TraceError("nothing can be recorded: the program with the tests has no code, or over 1,048,576 branches")
      }
      return (test, edges)
    }

    /// Runs the test, recording only these edges, and returns the file with its trace.
    func run(_ test: TestName, recording edges: Set<Int>, of count: Int, limit: Int) throws -> TraceFile {
      try? FileManager.default.removeItem(at: trace)
      try Data((0..<count).map { edges.contains($0) ? 1 : 0 }).write(to: wanted)
      let other = test.isOfXCTest ? "--disable-swift-testing" : "--disable-xctest"
      try swift("test", "--skip-build", "--no-parallel", other, "--filter", test.filter).run(limit: limit)
      let result = try file()
      guard !result.trace.records.isEmpty else {
        throw TraceError("the trace is empty: no code in the files of this package ran")
      }
      return result
    }

    private func file() throws -> TraceFile {
      guard let data = try? Data(contentsOf: trace, options: .alwaysMapped) else {
        throw TraceError("the tests have written no trace; does their target depend on Expectations?")
      }
      return try TraceFile(data)
    }
  }
#endif
