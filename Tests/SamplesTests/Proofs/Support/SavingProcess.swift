import Dispatch
import Expectations
import Foundation

import class Expectations.Expectation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A process that saves to a file until it is killed (`Tests/SavingLoop`).
///
/// It does not use `Process`, and a thread reads its output: on Linux (Swift 6.3), Dispatch eventually traps when it
/// watches pipes whose other end is closed.
final class SavingProcess: Sendable {
  struct Failure: Error {
    let call: String
    let code: Int32
  }

  private let identifier: pid_t
  private let lines = Guarded((rest: "", last: 0))
  private let ended = Expectation("saving process ended")

  /// Starts the process.
  ///
  /// - Parameter answered: Fulfilled with the number of each save that the process reports as successful.
  init(savingTo file: URL, answered: Expectation<Int>) throws {
    let reading: Int32
    (identifier, reading) = try Self.starting.withLock {
      try Self.spawn([Self.executable.path, file.path])
    }
    Thread.detachNewThread { [identifier, lines, ended] in
      var buffer = [UInt8](repeating: 0, count: 4096)
      while true {
        let count = read(reading, &buffer, buffer.count)
        if count < 0 && errno == EINTR { continue }
        // The end of the output is the end of the process.
        guard count > 0 else { break }
        for number in Self.numbers(in: buffer[..<count], after: lines) { answered.fulfill(number) }
      }
      close(reading)
      while waitpid(identifier, nil, 0) < 0, errno == EINTR {}
      ended.fulfill()
    }
  }

  /// The last number that the process printed.
  var lastAnswered: Int { lines.value.last }

  /// Kills the process with `kill -9` after the delay. Returns when the process is gone and all its output is read.
  func kill(after delay: Duration) async {
    let nanoseconds = Int(delay / .nanoseconds(1))
    DispatchQueue.global().asyncAfter(deadline: .now() + .nanoseconds(nanoseconds)) { [identifier] in
      _ = systemKill(identifier, SIGKILL)
    }
    await ended.wait(timeout: .seconds(30))
  }

  private static func numbers(
    in bytes: ArraySlice<UInt8>, after lines: Guarded<(rest: String, last: Int)>
  ) -> [Int] {
    lines.withLock { lines in
      var whole = (lines.rest + String(decoding: bytes, as: UTF8.self)).components(separatedBy: "\n")
      lines.rest = whole.removeLast()
      let numbers = whole.compactMap { Int($0) }
      lines.last = numbers.last ?? lines.last
      return numbers
    }
  }

  // MARK: Start

  /// The executable is built beside the tests.
  private static var executable: URL {
    #if canImport(Darwin)
      let tests = Bundle(for: SavingProcess.self).bundleURL
    #else
      let tests = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    #endif
    return tests.deletingLastPathComponent().appendingPathComponent("SavingLoop")
  }

  /// Starts one process at a time: a process that starts between the two calls that make a pipe would keep it open.
  private static let starting = NSLock()

  /// Returns the process, and the end of a pipe with its output.
  private static func spawn(_ command: [String]) throws -> (pid_t, output: Int32) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw Failure(call: "pipe", code: errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[1]) }
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    var arguments = command.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var identifier: pid_t = 0
    let code = posix_spawn(&identifier, command[0], &actions, nil, &arguments, environ)
    guard code == 0 else {
      close(ends[0])
      throw Failure(call: "posix_spawn \(command[0])", code: code)
    }
    return (identifier, ends[0])
  }
}

#if canImport(Darwin)
  private let systemKill = Darwin.kill
#elseif canImport(Musl)
  private let systemKill = Musl.kill
#else
  private let systemKill = Glibc.kill
#endif
