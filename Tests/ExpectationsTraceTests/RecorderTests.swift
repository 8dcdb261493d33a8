import Foundation
import Testing

@testable import Expectations
@testable import ExpectationsTrace

#if os(Linux)
  /// The recorder in a program in C, whose edges are those of its functions, and whose two children run the same code.
  @Suite struct RecorderTests {
    private static let program = """
      #include <sys/wait.h>
      #include <unistd.h>
      __attribute__((noinline)) void works(void) { __asm__(""); }
      __attribute__((noinline)) void timesOut(void) { __asm__(""); }
      int main(int count, char **arguments) {
        works();
        if (count > 1) return 0;
        if (fork() == 0) { works(); _exit(0); }
        if (fork() == 0) { execl(arguments[0], arguments[0], "child", NULL); _exit(1); }
        while (wait(NULL) > 0) {}
        timesOut();
        works();
      }
      """

    /// Runs the program as `expectations-trace` does, and returns what the last run has written.
    ///
    /// - `wanted`: What to do on the edge of each of its functions.
    private static func trace(_ wanted: [UInt8]) throws -> Trace {
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent("trace-\(UUID())")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let tools = try ToolProcess.toolchain(in: folder)
      let recorder = try TestRun.compileRecorder(with: tools, in: folder)
      let (binary, file) = (folder.appendingPathComponent("program").path, folder.appendingPathComponent("trace.bin"))
      let flags = ["-fsanitize-coverage=func,trace-pc-guard,pc-table", "-x", "c", "-", "-x", "none", recorder.path]
      _ = try ToolProcess(tool: tools + "clang", arguments: flags + ["-o", binary]).output(of: program, in: folder)
      func run(_ arguments: String...) throws {
        _ = try ToolProcess(tool: binary, arguments: arguments, environment: ["EXPECTATIONS_TRACE": file.path])
          .output(in: folder)
      }
      try run()
      let edges = try TraceFile(Data(contentsOf: file))
      #expect(edges.edges.count == 4)
      #expect(edges.edges.dropFirst().allSatisfy { $0.isEntry && $0.address > 0 })
      #expect(edges.image.hasSuffix("/program"))
      #expect(edges.trace.records == [])
      try Data([0] + wanted).write(to: file.appendingPathExtension("wanted"))
      // SwiftPM lists the tests before it runs one.
      try run("list")
      try run()
      return try TraceFile(Data(contentsOf: file)).trace
    }

    @Test func edges_upToTheTimeout_areRecorded() throws {
      let trace = try Self.trace([1, 2, 1])
      #expect(trace.records.map(\.edge) == [3, 1, 2])
      #expect(trace.hasExited)
    }

    @Test func edges_thatAreNotWanted_areNotRecorded() throws {
      let trace = try Self.trace([1, 0, 0])
      #expect(trace.records.map(\.edge) == [1, 1])
    }

    /// `Symbolizer` knows the function by this name.
    @Test func function_thatEndsThePath_isThere() {
      let _: (WaitFacts) -> (any TestHost) -> (lines: [String], closing: [String]) = WaitFacts.explanation(in:)
    }
  }
#endif
