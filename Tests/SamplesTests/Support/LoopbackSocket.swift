import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The socket calls of the loopback server, the same on every platform. None of them blocks.
enum LoopbackSocket {
  struct Failure: Error {
    let call: String
    let code: Int32
  }

  /// The result of reading or writing.
  enum Transfer {
    case bytes(Data)
    case wrote(Int)
    case wouldBlock
    case ended
  }

  /// `http://127.0.0.1:port`, without a path.
  static func url(of port: UInt16) -> URL {
    URL(string: "http://127.0.0.1:\(port)") ?? URL(fileURLWithPath: "/")
  }

  /// A socket that listens on 127.0.0.1, with a port chosen by the system.
  static func listen() throws -> (socket: Int32, port: UInt16) {
    let (listener, port) = try bind()
    do {
      try check("listen", systemListen(listener, 128))
      return (listener, port)
    } catch {
      close(listener)
      throw error
    }
  }

  /// A socket with a port of 127.0.0.1 that does not listen: connections are refused, and the port stays reserved.
  static func bind() throws -> (socket: Int32, port: UInt16) {
    let listener = renumbered(try check("socket", socket(AF_INET, streamType, 0)))
    do {
      try prepare(listener)
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr = in_addr(s_addr: UInt32(0x7f00_0001).bigEndian)
      #if canImport(Darwin)
        address.sin_len = UInt8(MemoryLayout<sockaddr_in>.size)
      #endif
      var length = socklen_t(MemoryLayout<sockaddr_in>.size)
      try withUnsafeMutablePointer(to: &address) { pointer in
        try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
          try check("bind", systemBind(listener, generic, length))
          try check("getsockname", getsockname(listener, generic, &length))
        }
      }
      return (listener, UInt16(bigEndian: address.sin_port))
    } catch {
      close(listener)
      throw error
    }
  }

  /// The next connection, or nil if none is waiting.
  static func accept(_ listener: Int32) -> Int32? {
    while true {
      let accepted = systemAccept(listener, nil, nil)
      if accepted < 0 {
        if errno == EINTR || errno == ECONNABORTED { continue }
        return nil
      }
      let connection = renumbered(accepted)
      guard (try? prepare(connection)) != nil else {
        close(connection)
        continue
      }
      closeOtherEndOnExec(connection)
      return connection
    }
  }

  /// Lets no process that this one starts inherit the other end of a connection, which belongs to Foundation.
  ///
  /// An exit test or the program of another test would keep the connection open until that process ends.
  private static func closeOtherEndOnExec(_ connection: Int32) {
    guard let peer = port(of: connection, getpeername) else { return }
    let limit = Int32(clamping: min(sysconf(Int32(_SC_OPEN_MAX)), 4096))
    for other in 3..<max(3, limit) where other != connection && port(of: other, getsockname) == peer {
      _ = fcntl(other, F_SETFD, FD_CLOEXEC)
    }
  }

  private static func port(
    of socket: Int32, _ name: (Int32, UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
  ) -> UInt16? {
    var address = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { name(socket, $0, &length) }
    }
    return result == 0 && address.sin_family == sa_family_t(AF_INET) ? address.sin_port : nil
  }

  static func receive(from connection: Int32) -> Transfer {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = recv(connection, &buffer, buffer.count, 0)
      if count > 0 { return .bytes(Data(buffer[..<count])) }
      if count == 0 { return .ended }
      if errno == EINTR { continue }
      return errno == EAGAIN || errno == EWOULDBLOCK ? .wouldBlock : .ended
    }
  }

  static func send(_ data: Data, to connection: Int32) -> Transfer {
    while true {
      let count = data.withUnsafeBytes { systemSend(connection, $0.baseAddress, $0.count, noSignal) }
      if count >= 0 { return .wrote(count) }
      if errno == EINTR { continue }
      return errno == EAGAIN || errno == EWOULDBLOCK ? .wouldBlock : .ended
    }
  }

  /// Makes the next `close` discard unsent data and tell the other end (RST).
  static func resetOnClose(_ connection: Int32) {
    var option = linger(l_onoff: 1, l_linger: 0)
    setsockopt(connection, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
  }

  static func close(_ socket: Int32) {
    _ = systemClose(socket)
  }

  /// Returns the same socket under a number that no socket of Foundation has had.
  ///
  /// On Linux (Swift 6.3), Foundation closes sockets that Dispatch still watches for it. A new socket that gets such a
  /// number is not watched, and never learns of received data.
  private static func renumbered(_ socket: Int32) -> Int32 {
    let limit = sysconf(Int32(_SC_OPEN_MAX))
    let first = limit > 0 ? min(limit / 2, 4096) : 4096
    let copy = fcntl(socket, F_DUPFD, Int32(first))
    // If no number is left, keep the current one.
    guard copy >= 0 else { return socket }
    close(socket)
    return copy
  }

  /// Sets the options: closed on `exec`, never blocking, no signal when the other end is gone, small packets sent at
  /// once.
  private static func prepare(_ socket: Int32) throws {
    try check("fcntl", fcntl(socket, F_SETFD, FD_CLOEXEC))
    try check("fcntl", fcntl(socket, F_SETFL, O_NONBLOCK))
    var on: Int32 = 1
    #if canImport(Darwin)
      setsockopt(socket, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
    #endif
    setsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
  }

  @discardableResult
  private static func check(_ call: String, _ result: Int32) throws -> Int32 {
    guard result >= 0 else { throw Failure(call: call, code: errno) }
    return result
  }

  #if canImport(Darwin)
    private static let streamType = SOCK_STREAM
    private static let noSignal: Int32 = 0
    private static let systemBind = Darwin.bind
    private static let systemListen = Darwin.listen
    private static let systemAccept = Darwin.accept
    private static let systemSend = Darwin.send
    private static let systemClose = Darwin.close
  #elseif canImport(Musl)
    private static let streamType = SOCK_STREAM
    private static let noSignal = Int32(MSG_NOSIGNAL)
    private static let systemBind = Musl.bind
    private static let systemListen = Musl.listen
    private static let systemAccept = Musl.accept
    private static let systemSend = Musl.send
    private static let systemClose = Musl.close
  #else
    private static let streamType = Int32(SOCK_STREAM.rawValue)
    private static let noSignal = Int32(MSG_NOSIGNAL)
    private static let systemBind = Glibc.bind
    private static let systemListen = Glibc.listen
    private static let systemAccept = Glibc.accept
    private static let systemSend = Glibc.send
    private static let systemClose = Glibc.close
  #endif
}
