import Foundation

/// Ends the process, as an uncaught exception of Objective-C does.
func end(_ reason: String) -> Never {
  log("*** Terminating app due to uncaught exception: \(reason)")
  abort()
}

/// Sleeps for the number of microseconds in an environment variable.
func takeTime(_ variable: String) {
  ProcessInfo.processInfo.environment[variable].flatMap(UInt32.init).map { _ = usleep($0) }
}

/// Prints a line at once, so that it stays in order with the lines that the library prints to standard error.
func log(_ line: String) {
  FileHandle.standardOutput.write(Data((line + "\n").utf8))
}
