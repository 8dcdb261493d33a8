import Foundation

/// A server that listens on this computer and accepts no connection.
struct SilentServer {
  let url: URL

  init() {
    let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        _ = bind(socket, address, length)
        _ = listen(socket, 1)
        _ = getsockname(socket, address, &length)
      }
    }
    url = URL(string: "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))/")!
  }
}
