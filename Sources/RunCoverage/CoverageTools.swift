#if os(Linux)
  import ExpectationsBeforeTests
  import Foundation

  /// The programs of the toolchain that say which lines the counters count.
  struct CoverageTools {
    /// For their files.
    private let folder: URL
    private let deadline: ContinuousClock.Instant
    private let mappings: [(range: Range<UInt>, path: String)]
    /// A queue of its own is served also when the global queues are not.
    private static let timers = DispatchQueue(label: "expectations.coverage", qos: .userInteractive)

    init(limit: Duration, folder: URL) {
      deadline = .now + limit
      self.folder = folder
      // Not by its path: the kernel gives a page at a time, after which Foundation stops.
      let text = try? FileHandle(forReadingAtPath: "/proc/self/maps")?.readToEnd()
      mappings = String(decoding: text ?? Data(), as: UTF8.self).split(separator: "\n").compactMap { line in
        // `7f20c000-7f20d000 r-xp 00000000 fe:00 1234    /usr/lib/libc.so.6`
        let fields = line.split(separator: " ", maxSplits: 5)
        let bounds = fields[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
        guard fields.count == 6, bounds.count == 2, bounds[0] < bounds[1] else { return nil }
        return (bounds[0]..<bounds[1], fields[5].trimmingCharacters(in: .whitespaces))
      }
    }

    /// What ran since, as `llvm-cov` exports it.
    func export(since snapshot: CountersSnapshot, ignoring files: String) throws -> [String: Any] {
      try Data(snapshot.profileSince()).write(to: folder.appendingPathComponent("profraw"))
      let image = try image()
      try run("llvm-profdata", "merge", "-sparse", "-o", "profdata", "profraw")
      try run(
        "llvm-cov", "export", "-instr-profile", "profdata", "-skip-expansions", "-ignore-filename-regex", files, image)
      let json = try Data(contentsOf: folder.appendingPathComponent("llvm-cov"))
      return try JSONSerialization.jsonObject(with: json) as? [String: Any] ?? [:]
    }

    /// The file that has the counters, and the lines that they count.
    func image() throws(Unknown) -> String {
      // Not the counters themselves: if they are all zero in the file, they are in memory that is of no file.
      let function: @convention(c) () -> Int = expectations_profile_size
      let code = unsafeBitCast(function, to: UInt.self)
      guard let path = mappings.first(where: { $0.range.contains(code) })?.path else {
        throw Unknown(reason: "the file of the tests was not found")
      }
      guard FileManager.default.isReadableFile(atPath: path) else { throw Unknown(reason: "\(path) cannot be read") }
      return path
    }

    /// The path of a program beside the Swift runtime that is loaded, because others may not know the format.
    private func program(_ name: String) throws(Unknown) -> String {
      let library = mappings.first { $0.path.hasSuffix("/lib/swift/linux/libswiftCore.so") }?.path
      let beside = library.map { URL(fileURLWithPath: "\($0)/../../../../bin").standardized.path }
      let others = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":").map(String.init) ?? []
      for folder in [beside].compactMap({ $0 }) + others {
        let path = "\(folder)/\(name)"
        if FileManager.default.isExecutableFile(atPath: path) { return path }
      }
      throw Unknown(reason: "\(name) was not found beside the toolchain")
    }

    /// Runs a program. Its output goes to a file, because a pipe that is full would stop it.
    func run(_ name: String, _ arguments: String...) throws {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: try program(name))
      process.arguments = arguments
      process.currentDirectoryURL = folder
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = try file(name)
      process.standardError = try file("errors")
      let over = DispatchSemaphore(value: 0)
      // `waitUntilExit` would run the run loop of the thread, and with it code of the tester.
      process.terminationHandler = { _ in over.signal() }
      try process.run()
      // A semaphore with a timeout would use the wall clock.
      let left = max(.zero, ContinuousClock.now.duration(to: deadline)) / .nanoseconds(1)
      let timer = DispatchWorkItem { over.signal() }
      Self.timers.asyncAfter(deadline: .now() + .nanoseconds(Int(left)), execute: timer)
      over.wait()
      timer.cancel()
      guard !process.isRunning else {
        kill(process.processIdentifier, SIGKILL)
        throw Unknown(reason: "\(name) took too long")
      }
      guard process.terminationReason == .exit, process.terminationStatus == 0 else {
        let errors = (try? String(contentsOf: folder.appendingPathComponent("errors"), encoding: .utf8)) ?? ""
        throw Unknown(reason: "\(name) failed: \(errors.split(separator: "\n").first ?? "no message")")
      }
    }

    private func file(_ name: String) throws -> FileHandle {
      let url = folder.appendingPathComponent(name)
      try Data().write(to: url)
      return try FileHandle(forWritingTo: url)
    }
  }
#endif
