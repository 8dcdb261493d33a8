#if os(Linux) && canImport(Glibc) && _pointerBitWidth(_64)
  import Foundation
  import Synchronization

  /// Sees what an explored task hands to a queue of Dispatch or to a thread.
  ///
  /// The work may be done before the task is suspended, or after virtual time has passed. Then no task is resumed from
  /// outside, and nothing else shows that something outside had a part.
  ///
  /// Assumption: the overlay of Dispatch and Foundation call the functions below through words that can be replaced.
  /// Check: the replacement of `dispatch_async` must be called for a queue of its own.
  /// If false: work that is done outside at once, or very late, is not noticed in each run.
  /// Remove when: Dispatch and Foundation tell what is handed to them.
  enum Handovers {
    typealias Async = @convention(c) (UnsafeRawPointer, UnsafeRawPointer) -> Void
    typealias After = @convention(c) (UInt64, UnsafeRawPointer, UnsafeRawPointer) -> Void
    typealias InGroup = @convention(c) (UnsafeRawPointer, UnsafeRawPointer, UnsafeRawPointer) -> Void
    typealias Source = @convention(c) (UnsafeRawPointer, UInt, UInt, UnsafeRawPointer?) -> UnsafeRawPointer?
    typealias Thread =
      @convention(c) (UnsafeRawPointer, UnsafeRawPointer?, UnsafeRawPointer, UnsafeRawPointer?) -> Int32
    typealias Label = @convention(c) (UnsafeRawPointer) -> UnsafePointer<CChar>?

    // The functions that are called then. Written once, before a word is replaced.
    nonisolated(unsafe) private static var async: Async!
    nonisolated(unsafe) private static var barrier: Async!
    nonisolated(unsafe) private static var after: After!
    nonisolated(unsafe) private static var inGroup: InGroup!
    nonisolated(unsafe) private static var afterGroup: InGroup!
    nonisolated(unsafe) private static var afterItem: InGroup!
    nonisolated(unsafe) private static var source: Source!
    nonisolated(unsafe) private static var thread: Thread!
    nonisolated(unsafe) private static var label: Label!

    private static let isCalled = Atomic<Bool>(false)

    /// Replaces the functions once. Returns whether the replacements are called.
    static func install() -> Bool { RuntimeSymbol.address("dispatch_async") != nil && isInstalled }

    private static let isInstalled: Bool = {
      guard let overlay = LoadedWords(library: "libswiftDispatch.so"), findFunctions() else { return false }
      guard overlay.replace("dispatch_async", by: unsafeBitCast(newAsync, to: UnsafeRawPointer.self)) else {
        return false
      }
      DispatchQueue(label: "exploration.check").async {}
      guard isCalled.load(ordering: .relaxed) else { return false }
      replaceOthers(overlay)
      return true
    }()

    private static func findFunctions() -> Bool {
      func find<Function>(_ name: String, _ function: inout Function?) {
        function = RuntimeSymbol.address(name).map { unsafeBitCast($0, to: Function.self) }
      }
      find("dispatch_async", &async)
      find("dispatch_barrier_async", &barrier)
      find("dispatch_after", &after)
      find("dispatch_group_async", &inGroup)
      find("dispatch_group_notify", &afterGroup)
      find("dispatch_block_notify", &afterItem)
      find("dispatch_source_create", &source)
      find("pthread_create", &thread)
      find("dispatch_queue_get_label", &label)
      return async != nil && barrier != nil && after != nil && inGroup != nil && afterGroup != nil && afterItem != nil
        && source != nil && thread != nil && label != nil
    }

    private static func replaceOthers(_ overlay: LoadedWords) {
      _ = overlay.replace("dispatch_barrier_async", by: unsafeBitCast(newBarrier, to: UnsafeRawPointer.self))
      _ = overlay.replace("dispatch_after", by: unsafeBitCast(newAfter, to: UnsafeRawPointer.self))
      _ = overlay.replace("dispatch_group_async", by: unsafeBitCast(newInGroup, to: UnsafeRawPointer.self))
      _ = overlay.replace("dispatch_group_notify", by: unsafeBitCast(newAfterGroup, to: UnsafeRawPointer.self))
      _ = overlay.replace("dispatch_block_notify", by: unsafeBitCast(newAfterItem, to: UnsafeRawPointer.self))
      _ = overlay.replace("dispatch_source_create", by: unsafeBitCast(newSource, to: UnsafeRawPointer.self))
      let foundation = LoadedWords(library: "libFoundation.so")
      _ = foundation?.replace("pthread_create", by: unsafeBitCast(newThread, to: UnsafeRawPointer.self))
    }

    // MARK: The replacements

    private static let newAsync: Async = { queue, block in
      Handovers.note(queue)
      Handovers.async(queue, block)
    }

    private static let newBarrier: Async = { queue, block in
      Handovers.note(queue)
      Handovers.barrier(queue, block)
    }

    private static let newAfter: After = { time, queue, block in
      Handovers.note(queue)
      Handovers.after(time, queue, block)
    }

    private static let newInGroup: InGroup = { group, queue, block in
      Handovers.note(queue)
      Handovers.inGroup(group, queue, block)
    }

    private static let newAfterGroup: InGroup = { group, queue, block in
      Handovers.note(queue)
      Handovers.afterGroup(group, queue, block)
    }

    private static let newAfterItem: InGroup = { item, queue, block in
      Handovers.note(queue)
      Handovers.afterItem(item, queue, block)
    }

    private static let newSource: Source = { kind, handle, mask, queue in
      Handovers.note(queue)
      return Handovers.source(kind, handle, mask, queue)
    }

    private static let newThread: Thread = { thread, attributes, function, argument in
      Handovers.noteThread()
      return Handovers.thread(thread, attributes, function, argument)
    }

    private static func note(_ queue: UnsafeRawPointer?) {
      if !isCalled.load(ordering: .relaxed) { isCalled.store(true, ordering: .relaxed) }
      guard let run = Scheduler.runOfCaller, run.isInStep else { return }
      let name = queue.flatMap { label($0) }.map { String(cString: $0) } ?? ""
      // The queues of this library.
      guard !name.hasPrefix("expectations."), !name.hasPrefix("exploration.") else { return }
      run.noteHandover(to: name.isEmpty ? "a queue" : "queue \"\(name)\"")
    }

    private static func noteThread() {
      if let run = Scheduler.runOfCaller, run.isInStep { run.noteHandover(to: "a thread") }
    }
  }
#else
  /// Does nothing: the loader of this system keeps no such words.
  enum Handovers {
    static func install() -> Bool { false }
  }
#endif
