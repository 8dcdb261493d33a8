#if !os(Linux)
  // Elsewhere, nothing is known of tasks. On Linux, `ThreadInspection` has these types.

  struct KnownTask: Equatable, Sendable {
    let number: UInt64
    init(address: UInt, number: UInt64) { self.number = number }
  }

  struct KnownTaskReader: Sendable {
    init?() { nil }
    func hasEnded(_ task: KnownTask) -> Bool { false }
    func actor(of task: KnownTask) -> UInt64? { nil }
    func name(of task: KnownTask) -> String? { nil }
    func functions(of task: KnownTask, in images: inout CodeImages, limit: Int = 64) -> [UInt] { [] }
  }

  struct CodeImages: Sendable {}
#endif
