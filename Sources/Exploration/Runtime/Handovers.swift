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

    // The functions that are called then. Found before a word is replaced.
    private static let async: Async! = find("dispatch_async")
    private static let barrier: Async! = find("dispatch_barrier_async")
    private static let after: After! = find("dispatch_after")
    private static let inGroup: InGroup! = find("dispatch_group_async")
    private static let afterGroup: InGroup! = find("dispatch_group_notify")
    private static let afterItem: InGroup! = find("dispatch_block_notify")
    private static let source: Source! = find("dispatch_source_create")
    private static let thread: Thread! = find("pthread_create")
    private static let label: Label! = find("dispatch_queue_get_label")

    private static func find<Function>(_ name: String) -> Function? {
      RuntimeSymbol.address(name).map { unsafeBitCast($0, to: Function.self) }
    }

    private static var hasFoundAll: Bool {
      async != nil && barrier != nil && after != nil && inGroup != nil && afterGroup != nil && afterItem != nil
        && source != nil && thread != nil && label != nil
    }

    private static let isCalled = Atomic<Bool>(false)

    /// Replaces the functions once. Returns whether the replacements are called.
    static func install() -> Bool { RuntimeSymbol.address("dispatch_async") != nil && isInstalled }

    private static let isInstalled: Bool = {
      guard let overlay = LoadedWords(library: "libswiftDispatch.so"), hasFoundAll else { return false }
      func replace<Function>(_ name: String, in library: LoadedWords? = overlay, by function: Function) -> Bool {
        library?.replace(name, by: unsafeBitCast(function, to: UnsafeRawPointer.self)) ?? false
      }
      guard replace("dispatch_async", by: newAsync) else { return false }
      DispatchQueue(label: "exploration.check").async {}
      guard isCalled.load(ordering: .relaxed) else { return false }
      _ = replace("dispatch_barrier_async", by: newBarrier)
      _ = replace("dispatch_after", by: newAfter)
      _ = replace("dispatch_group_async", by: newInGroup)
      _ = replace("dispatch_group_notify", by: newAfterGroup)
      _ = replace("dispatch_block_notify", by: newAfterItem)
      _ = replace("dispatch_source_create", by: newSource)
      _ = replace("pthread_create", in: LoadedWords(library: "libFoundation.so"), by: newThread)
      return true
    }()

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
