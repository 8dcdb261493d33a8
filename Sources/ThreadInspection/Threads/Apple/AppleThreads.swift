#if os(macOS) || os(iOS)
  import Foundation

  /// Reads the threads of this process on Apple's systems. Each one is suspended while its registers and a part of its
  /// stack are copied, which interrupts no call of the kernel.
  final class AppleThreads {
    /// The threads that the kernel lists.
    private let list: thread_act_array_t
    private let count: mach_msg_type_number_t
    private let copy = SuspendedThreadCopy()

    private static let task = task_self_trap()

    static var ownThread: Int32 { Int32(bitPattern: pthread_mach_thread_np(pthread_self())) }

    init?() {
      var list: thread_act_array_t?
      var count: mach_msg_type_number_t = 0
      guard task_threads(Self.task, &list, &count) == 0, let list else { return nil }
      self.list = list
      self.count = count
    }

    deinit {
      for index in 0..<Int(count) { mach_port_deallocate(Self.task, list[index]) }
      let size = vm_size_t(Int(count) * MemoryLayout<thread_act_t>.stride)
      vm_deallocate(Self.task, vm_address_t(UInt(bitPattern: list)), size)
    }

    /// The first thread of the list is the main thread, because the kernel lists them in the order of their creation.
    func read(_ limit: WorkLimit, includesCaller: Bool) -> [ThreadSnapshot] {
      let own = Self.ownThread
      return (0..<Int(count)).compactMap { index in
        let number = Int32(bitPattern: list[index])
        var snapshot = ThreadSnapshot(number: number, name: "", isMain: index == 0)
        guard number != own else { return includesCaller ? snapshot : nil }
        guard index < ThreadCensus.threadLimit, !limit.isReached else { return snapshot }
        snapshot.name = Self.name(of: list[index])
        snapshot.state = state(of: list[index])
        guard copy.take(list[index], in: Self.task) else { return snapshot }
        snapshot.stack = copy.stack
        if case .sleeping = snapshot.state { snapshot.link = copy.link }
        return snapshot
      }
    }

    private static func name(of thread: thread_act_t) -> String {
      guard let thread = pthread_from_mach_thread_np(thread) else { return "" }
      var bytes = [CChar](repeating: 0, count: 64)
      guard pthread_getname_np(thread, &bytes, bytes.count) == 0 else { return "" }
      return bytes.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
    }

    private func state(of thread: thread_act_t) -> ThreadSnapshot.State? {
      // `THREAD_BASIC_INFO` has ten words, of which the seventh is 3 when the thread waits.
      var information = [integer_t](repeating: 0, count: 10)
      var count = mach_msg_type_number_t(information.count)
      guard thread_info(thread, 3, &information, &count) == 0, count == information.count else { return nil }
      return information[6] == 3 ? .sleeping(nil) : .running
    }
  }
#endif
