import Foundation

/// The file that gets one line of JSON for every wait of a run, when `EXPECTATIONS_REPORT` names a file.
///
/// Each line is appended with one `write` to a descriptor that is open for appending. Therefore, lines from parallel
/// tests and from several processes do not mix. A process that is killed leaves whole lines, except perhaps its last:
/// the system may cut that off where it crosses a page. The next process then begins a new line.
struct Ledger: Sendable {
  /// nil when the environment names no file, or when the file cannot be written.
  static let shared = ProcessInfo.processInfo.environment["EXPECTATIONS_REPORT"].flatMap { path -> Ledger? in
    guard !path.isEmpty else { return nil }
    if let ledger = Ledger(path) { return ledger }
    let reason = String(cString: strerror(errno))
    StandardError.print("Expectations: EXPECTATIONS_REPORT=\(path) cannot be written (\(reason)); there is no report.")
    return nil
  }

  private let file: Int32

  /// Opens the file, and creates it if it does not exist. It stays open until the process ends.
  init?(_ path: String) {
    file = open(path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, 0o644)
    if file < 0 { return nil }
    if isCutOff { append([UInt8(ascii: "\n")]) }
  }

  /// Whether the last line lacks its line break.
  private var isCutOff: Bool {
    let end = lseek(file, 0, SEEK_END)
    var last: UInt8 = 0
    return end > 0 && pread(file, &last, 1, end - 1) == 1 && last != UInt8(ascii: "\n")
  }

  func append(_ line: LedgerLine) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Encoding cannot fail: a line holds only strings, finite numbers and booleans.
    guard var bytes = try? encoder.encode(line) else { return }
    bytes.append(UInt8(ascii: "\n"))
    append(bytes)
  }

  private func append(_ bytes: some ContiguousBytes) {
    bytes.withUnsafeBytes { buffer in
      var rest = buffer[...]
      // `write` takes all bytes at once, unless a signal interrupts it or the disk is full.
      while !rest.isEmpty {
        let count = write(file, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return }
        rest = rest.dropFirst(count)
      }
    }
  }
}
