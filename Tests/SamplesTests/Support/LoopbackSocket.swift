import Foundation

/// A socket of TCP on 127.0.0.1, the same on every platform. Its functions block the thread that calls them.
struct LoopbackSocket: Hashable, Sendable {
  struct Failure: Error {
    let call: String
    let code: Int32
  }

  private let descriptor: Int32

  /// The port of this end; nil if the socket is closed.
  var port: UInt16? { Self.port(of: descriptor, getsockname) }

  /// A socket that listens, with a port chosen by the system.
  static func listening() throws -> LoopbackSocket {
    let listener = try LoopbackSocket()
    try listener.call("bind", bind, port: 0)
    try listener.check("listen", listen(listener.descriptor, 128))
    return listener
  }

  /// Lets a socket that listens accept a connection, and ends it.
  static func knock(at port: UInt16) throws {
    let visitor = try LoopbackSocket()
    try visitor.call("connect", connect, port: port)
    visitor.end()
  }

  private init() throws {
    #if canImport(Glibc)
      let type = Int32(SOCK_STREAM.rawValue)
    #else
      let type = SOCK_STREAM
    #endif
    self.init(socket(AF_INET, type, 0))
    try check("socket", descriptor)
  }

  /// Sets the options: closed on `exec`, no signal when the other end is gone, small packets sent at once.
  private init(_ descriptor: Int32) {
    self.descriptor = descriptor
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    var on: Int32 = 1
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
    #if canImport(Darwin)
      setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
    #endif
  }

  func nextConnection() throws -> LoopbackSocket {
    while true {
      let accepted = accept(descriptor, nil, nil)
      if accepted < 0, errno == EINTR || errno == ECONNABORTED { continue }
      let connection = LoopbackSocket(try check("accept", accepted))
      connection.closeOtherEndOnExec()
      return connection
    }
  }

  /// Waits for the next bytes. Returns nil when the other end has closed the connection.
  func receive() -> Data? {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = recv(descriptor, &buffer, buffer.count, 0)
      if count < 0, errno == EINTR { continue }
      return count > 0 ? Data(buffer[..<count]) : nil
    }
  }

  /// Waits until all of `data` is sent. Returns false when the other end has closed the connection.
  func write(_ data: Data) -> Bool {
    #if canImport(Darwin)
      let options: Int32 = 0
    #else
      let options = Int32(MSG_NOSIGNAL)
    #endif
    var rest = data
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, options) }
      guard count >= 0 || errno == EINTR else { return false }
      rest.removeFirst(max(0, count))
    }
    return true
  }

  /// Makes `receive` and `write` return, also those that wait on another thread.
  func disconnect() { shutdown(descriptor, Int32(SHUT_RDWR)) }

  /// Makes `end` discard unsent data and tell the other end (RST).
  func resetAtEnd() {
    var option = linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
  }

  func end() { close(descriptor) }

  /// Lets no process that this one starts inherit the other end of a connection, which belongs to Foundation.
  ///
  /// An exit test or the program of another test would keep the connection open until that process ends.
  private func closeOtherEndOnExec() {
    guard let peer = Self.port(of: descriptor, getpeername) else { return }
    let limit = Int32(clamping: min(sysconf(Int32(_SC_OPEN_MAX)), 4096))
    for other in 3..<max(3, limit) where other != descriptor && Self.port(of: other, getsockname) == peer {
      _ = fcntl(other, F_SETFD, FD_CLOEXEC)
    }
  }

  /// Calls `bind` or `connect` with 127.0.0.1 and a port.
  private func call(
    _ name: String, _ function: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32, port: UInt16
  ) throws {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr = in_addr(s_addr: UInt32(0x7f00_0001).bigEndian)
    address.sin_port = port.bigEndian
    #if canImport(Darwin)
      address.sin_len = UInt8(MemoryLayout<sockaddr_in>.size)
    #endif
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        function(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    try check(name, result)
  }

  private static func port(
    of socket: Int32, _ name: (Int32, UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
  ) -> UInt16? {
    var address = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { name(socket, $0, &length) }
    }
    return result == 0 && address.sin_family == sa_family_t(AF_INET) ? UInt16(bigEndian: address.sin_port) : nil
  }

  /// Ends the socket and throws if a call has failed.
  @discardableResult
  private func check(_ call: String, _ result: Int32) throws -> Int32 {
    guard result < 0 else { return result }
    let failure = Failure(call: call, code: errno)
    end()
    throw failure
  }
}
