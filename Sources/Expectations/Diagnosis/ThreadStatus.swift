import ThreadInspection

/// The name of one thread and what it does, in words, made from the texts that Linux has about it in `/proc`.
struct ThreadStatus {
  let name: String
  let activity: String

  /// Creates the status from two texts; nil when the first has another form.
  ///
  /// - `status`: The text of `/proc/…/stat`: the number of the thread, its name in parentheses, and a letter for its
  ///   state.
  /// - `systemCall`: The text of `/proc/…/syscall`, which begins with the number of the system call that the thread is
  ///   in; nil when the process may not read it.
  init?(_ status: String, systemCall: String?, isMain: Bool) {
    guard let open = status.firstIndex(of: "("), let close = status.lastIndex(of: ")"), open < close else { return nil }
    let systemName = String(status[status.index(after: open)..<close])
    name = isMain ? "main" : Self.shownName(for: systemName)
    let call = systemCall?.split(separator: " ").first.flatMap { Int($0) }.flatMap(Self.callName)
    let state = status[close...].dropFirst(2).first
    activity = Self.activity(state) + (state == "R" ? "" : call.map { " in \($0)" } ?? "")
  }

  /// Returns the name for texts.
  private static func shownName(for name: String) -> String {
    DispatchWorkerName.matches(name) ? "dispatch worker" : name
  }

  private static func activity(_ state: Character?) -> String {
    switch state {
    case "R": "running"
    case "S", "I": "asleep"
    case "D": "waiting for a device"
    case "T", "t": "stopped"
    default: "gone"
    }
  }

  /// The name of a system call in which threads sleep; nil for other calls.
  private static func callName(_ number: Int) -> String? {
    #if arch(x86_64)
      let names = [
        0: "read", 1: "write", 7: "poll", 23: "select", 35: "nanosleep", 43: "accept", 45: "recvfrom", 61: "wait4",
        74: "fsync", 128: "sigtimedwait", 130: "sigsuspend", 202: "futex", 230: "nanosleep", 232: "epoll_wait",
        247: "waitid", 270: "select", 271: "poll", 281: "epoll_wait",
      ]
    #elseif arch(arm64)
      let names = [
        22: "epoll_wait", 63: "read", 64: "write", 72: "select", 73: "poll", 82: "fsync", 95: "waitid", 98: "futex",
        101: "nanosleep", 115: "nanosleep", 133: "sigsuspend", 137: "sigtimedwait", 202: "accept", 207: "recvfrom",
        260: "wait4",
      ]
    #else
      let names: [Int: String] = [:]
    #endif
    return names[number]
  }
}
