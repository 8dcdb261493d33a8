import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// The file that every wait of a run is entered in, when `EXPECTATIONS_REPORT` names one: one JSON object a line.
///
/// Each line is appended with one `write` to a descriptor opened for appending. So the lines of parallel tests and of
/// several processes do not mix, and a process that is killed leaves whole lines, but for its last: where that crosses
/// a page, the system may cut it off. The next process begins a new line then.
struct Ledger: Sendable {
  /// nil when none was asked for, or its file cannot be written.
  static let shared = ProcessInfo.processInfo.environment["EXPECTATIONS_REPORT"].flatMap { path -> Ledger? in
    guard !path.isEmpty else { return nil }
    if let ledger = Ledger(path) { return ledger }
    let reason = String(cString: strerror(errno))
    StandardError.print("Expectations: EXPECTATIONS_REPORT=\(path) cannot be written (\(reason)); there is no report.")
    return nil
  }

  private let file: Int32

  /// Opens the file, and makes it if it is not there. It stays open until the process ends.
  init?(_ path: String) {
    file = open(path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, 0o644)
    if file < 0 { return nil }
    if isCutOff { append([UInt8(ascii: "\n")]) }
  }

  /// Whether the last line has no end.
  private var isCutOff: Bool {
    let end = lseek(file, 0, SEEK_END)
    var last: UInt8 = 0
    return end > 0 && pread(file, &last, 1, end - 1) == 1 && last != UInt8(ascii: "\n")
  }

  func append(_ line: LedgerLine) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // A line has nothing in it that could not be encoded.
    guard var bytes = try? encoder.encode(line) else { return }
    bytes.append(UInt8(ascii: "\n"))
    append(bytes)
  }

  private func append(_ bytes: some ContiguousBytes) {
    bytes.withUnsafeBytes { buffer in
      var rest = buffer[...]
      // A file takes all of it at once, unless a signal comes or the disk is full.
      while !rest.isEmpty {
        let count = write(file, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return }
        rest = rest.dropFirst(count)
      }
    }
  }
}
