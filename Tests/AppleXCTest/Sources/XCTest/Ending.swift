import Foundation

/// Ends the process, as an exception of Objective-C does that nothing catches.
func end(_ reason: String) -> Never {
  log("*** Terminating app due to uncaught exception: \(reason)")
  abort()
}

/// Takes as many microseconds as an environment variable says.
func takeTime(_ variable: String) {
  ProcessInfo.processInfo.environment[variable].flatMap(UInt32.init).map { _ = usleep($0) }
}

/// Prints a line at once, so that the lines of the library on standard error stand where they belong.
func log(_ line: String) {
  FileHandle.standardOutput.write(Data((line + "\n").utf8))
}
