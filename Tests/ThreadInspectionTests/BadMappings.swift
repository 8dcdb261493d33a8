#if os(Linux)
  import Foundation

  /// Two mappings that kill a process that touches them: of a file that is truncated, with access to code, and of a
  /// file without any access.
  struct BadMappings {
    let path: String
    private let truncated: UnsafeMutableRawPointer
    private let forbidden: UnsafeMutableRawPointer

    struct Failure: Error {}

    init() throws {
      path = NSTemporaryDirectory() + "bad-mappings-\(getpid())-\(UInt32.random(in: 0 ... .max))"
      let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
      guard file >= 0 else { throw Failure() }
      defer { close(file) }
      guard ftruncate(file, 65536) == 0, let first = mmap(nil, 65536, PROT_READ | PROT_EXEC, MAP_PRIVATE, file, 0),
        let second = mmap(nil, 65536, PROT_NONE, MAP_PRIVATE, file, 0), first != MAP_FAILED, second != MAP_FAILED,
        ftruncate(file, 0) == 0
      else { throw Failure() }
      truncated = first
      forbidden = second
    }

    func remove() {
      munmap(truncated, 65536)
      munmap(forbidden, 65536)
      unlink(path)
    }
  }
#endif
