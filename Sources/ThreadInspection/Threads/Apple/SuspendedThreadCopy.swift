#if os(macOS) || os(iOS)
  import Foundation

  /// The memory into which the registers and the stack of a suspended thread are copied.
  ///
  /// While a thread is suspended it may hold any lock, such as that of `malloc` or of the Swift runtime. So all memory
  /// is allocated before, and between `thread_suspend` and `thread_resume` there are only calls of the kernel, on
  /// memory that is reached through pointers.
  final class SuspendedThreadCopy {
    private let layout = AppleThreadState.present
    private let state: UnsafeMutablePointer<natural_t>
    private let stateCount: UnsafeMutablePointer<mach_msg_type_number_t>
    private let bytes: UnsafeMutableRawPointer
    private let size: UnsafeMutablePointer<vm_size_t>

    init() {
      state = .allocate(capacity: Int(layout.count))
      state.initialize(repeating: 0, count: Int(layout.count))
      stateCount = .allocate(capacity: 1)
      stateCount.initialize(to: 0)
      bytes = .allocate(byteCount: CapturedStack.limit, alignment: 16)
      size = .allocate(capacity: 1)
      size.initialize(to: 0)
    }

    deinit {
      state.deallocate()
      stateCount.deallocate()
      bytes.deallocate()
      size.deallocate()
    }

    /// Returns false when the thread cannot be read, such as when it has ended.
    func take(_ thread: thread_act_t, in task: task_t) -> Bool {
      let (flavor, pointer) = (layout.flavor, layout.stackPointer * 2)
      let (state, stateCount, size) = (state, stateCount, size)
      let target = vm_address_t(UInt(bitPattern: bytes))
      var length = vm_size_t(CapturedStack.limit)
      var isCopied = false
      stateCount.pointee = layout.count
      size.pointee = 0
      guard thread_suspend(thread) == 0 else { return false }
      if thread_get_state(thread, flavor, state, stateCount) == 0 {
        let address = vm_address_t(state[pointer]) | vm_address_t(state[pointer + 1]) << 32
        // A range that is longer than the rest of the stack cannot be read at all.
        while length >= 256, !isCopied {
          isCopied = vm_read_overwrite(task, address, length, target, size) == 0
          if !isCopied { length >>= 1 }
        }
      }
      thread_resume(thread)
      return isCopied && stateCount.pointee == layout.count && size.pointee == length
    }

    /// What was copied last.
    var stack: CapturedStack {
      let registers = layout.registers(word)
      let copy = [UInt8](UnsafeRawBufferPointer(start: bytes, count: Int(size.pointee)))
      return CapturedStack(registers: registers, address: registers.stackPointer ?? 0, bytes: copy)
    }

    /// Where a function returns that has called no other: in its register, or on top of the stack.
    var link: UInt64 { layout.link.map(word) ?? bytes.load(as: UInt64.self) }

    private func word(_ index: Int) -> UInt64 { UInt64(state[index * 2]) | UInt64(state[index * 2 + 1]) << 32 }
  }
#endif
