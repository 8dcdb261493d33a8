#if os(Linux)
  import Foundation

  /// The files of the kernel about one thread of this process.
  struct ThreadFiles {
    let number: Int32
    private let folder: String

    init(_ number: Int32) {
      self.number = number
      folder = "/proc/self/task/\(number)/"
    }

    /// Whether the thread has not ended yet.
    var exists: Bool { access(folder, F_OK) == 0 }
    var name: String? { SystemFile.text(of: folder + "comm") }
    var systemCall: SystemCallLine? { SystemFile.text(of: folder + "syscall").flatMap { SystemCallLine($0) } }
    var schedule: ScheduleCounters? { SystemFile.text(of: folder + "schedstat").flatMap { ScheduleCounters($0) } }

    /// Whether the thread lets a signal through. Nil when the kernel does not tell.
    func isOpen(to signal: CInt) -> Bool? {
      guard let status = SystemFile.bytes(of: folder + "status") else { return nil }
      let lines = status.split(separator: UInt8(ascii: "\n"))
      guard let line = lines.first(where: { $0.starts(with: "SigBlk:".utf8) }),
        let mask = UInt64(String(decoding: line.dropFirst(8), as: UTF8.self), radix: 16)
      else { return nil }
      return mask & (1 << UInt64(signal - 1)) == 0
    }

    /// The numbers of all threads of this process, in order. Nil when the kernel does not tell.
    static var numbers: [Int32]? { SystemFile.numbers(in: "/proc/self/task").map { $0.sorted() } }
  }
#endif
