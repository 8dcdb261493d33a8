#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @testable import RunCoverage

  @Suite struct EndToEndTests {
    /// Compiles a program with coverage together with this module, and runs it.
    @Test(.ownThreads) func programWithCoverage_saysWhatRanSinceTheSnapshot() throws {
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent("coverage-test-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let program = """
        func save(_ text: String, completion: (Bool) -> Void) {
          guard text.count > 3 else {
            return
          }
          completion(true)
        }
        func waits() {
          let snapshot = CountersSnapshot.take()!
          let saved = 1
          save("abc") { _ in
            print(saved)
          }
          let file = #filePath
          for line in RanSince.lines(snapshot, createdAt: (file, 9), waitAt: (file, 13)) {
            print(line)
          }
        }
        save("before the snapshot") { _ in }
        waits()
        """
      try program.write(to: folder.appendingPathComponent("main.swift"), atomically: true, encoding: .utf8)
      let sources = URL(fileURLWithPath: "\(#filePath)/../../../Sources").standardized.path
      let own = try FileManager.default.contentsOfDirectory(atPath: "\(sources)/RunCoverage").map {
        "\(sources)/RunCoverage/\($0)"
      }
      let counters = "\(sources)/ExpectationsBeforeTests"
      try run(
        "clang", ["-c", "\(counters)/CoverageCounters.c", "-I", "\(counters)/include", "-o", "counters.o"], in: folder)
      try run(
        "swiftc",
        ["-swift-version", "6", "-package-name", "program", "-profile-generate", "-profile-coverage-mapping"]
          + ["-I", "\(counters)/include", "\(folder.path)/main.swift", "counters.o", "-o", "program"] + own, in: folder)
      let output = try run("\(folder.path)/program", [], in: folder)
      #expect(
        output == """
          save() ran no farther than main.swift:3: return; not run: 5 completion(true)
          closure not called: main.swift:10: save("abc") { _ in

          """)
    }

    /// Fails if a function that is missing has an address.
    @Test func countersOfAnotherBuild_areNotKnown() throws {
      let lines = RanSince.lines(
        CountersSnapshot(counts: []), createdAt: ("", 1), waitAt: ("", 2))
      // This bundle itself may be built with coverage.
      #expect(
        lines == ["what ran is not known: the coverage runtime cannot write its counters to memory"]
          || lines == ["what ran is not known: the coverage counters have a format that is not known"])
    }

    @Test(.ownThreads) func program_thatIsMissingFailsOrTakesTooLong_isSaidSo() throws {
      let folder = FileManager.default.temporaryDirectory
      let tools = CoverageTools(limit: .seconds(5), folder: folder)
      #expect(throws: Unknown(reason: "llvm-nothing was not found beside the toolchain")) {
        try tools.run("llvm-nothing")
      }
      #expect(throws: Unknown(reason: "sh failed: no")) { try tools.run("sh", "-c", "echo no >&2; exit 3") }
      let hurried = CoverageTools(limit: .milliseconds(10), folder: folder)
      #expect(throws: Unknown(reason: "sleep took too long")) { try hurried.run("sleep", "60") }
    }

    @Test func exportOfAnotherFormat_isSaidSo() {
      #expect(throws: Unknown(reason: "the output of llvm-cov has a format that is not known")) {
        try CoverageExport.files(["data": [["files": 1]]], alsoWith: []) { _ in "" }
      }
    }

    @Test func countBelowZero_isNoCount() throws {
      let export: [String: Any] = [
        "files": [
          ["filename": "/A.swift", "segments": [[1, 10, Int.max, true], [2, 1, 0, true], [3, 1, 0, false]]]
        ],
        "functions": [["filenames": ["/A.swift"], "name": "a", "count": 1, "regions": [[1, 10, 3, 1, 1, 0, 0, 0]]]],
      ]
      let files = try CoverageExport.files(["data": [export]], alsoWith: []) { _ in "func a() { c()\n  b()\n}" }
      #expect(files.map { $0.pieces.map(\.line) } == [[2]])
    }

    @discardableResult
    private func run(_ program: String, _ arguments: [String], in folder: URL) throws -> String {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = ["LLVM_PROFILE_FILE=/dev/null", program] + arguments
      process.currentDirectoryURL = folder
      let output = Pipe()
      process.standardOutput = output
      try process.run()
      let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
      process.waitUntilExit()
      #expect(process.terminationStatus == 0)
      return text
    }
  }
#endif
