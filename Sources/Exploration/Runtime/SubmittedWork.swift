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
  enum SubmittedWork {
    typealias Pointer = UnsafeRawPointer
    typealias Async = @convention(c) (Pointer, Pointer) -> Void
    typealias After = @convention(c) (UInt64, Pointer, Pointer) -> Void
    typealias InGroup = @convention(c) (Pointer, Pointer, Pointer) -> Void
    typealias Source = @convention(c) (Pointer, UInt, UInt, Pointer?) -> Pointer?
    typealias Thread = @convention(c) (Pointer, Pointer?, Pointer, Pointer?) -> Int32

    // The functions that are called then. Found before a word is replaced.
    private static let async: Async! = find("dispatch_async")
    private static let barrier: Async! = find("dispatch_barrier_async")
    private static let after: After! = find("dispatch_after")
    private static let inGroup: InGroup! = find("dispatch_group_async")
    private static let afterGroup: InGroup! = find("dispatch_group_notify")
    private static let afterItem: InGroup! = find("dispatch_block_notify")
    private static let source: Source! = find("dispatch_source_create")
    private static let thread: Thread! = find("pthread_create")

    private static func find<Function>(_ name: String) -> Function? {
      RuntimeSymbol.address(name).map { unsafeBitCast($0, to: Function.self) }
    }

    private static let isCalled = Atomic<Bool>(false)

    /// Replaces the functions, once.
    static let install: Void = {
      func replace<Function>(
        _ name: String, _ original: Function?, in library: String = "libswiftDispatch.so", by function: Function
      ) {
        guard original != nil else { return }
        _ = LoadedWords(library: library)?.replace(name, by: unsafeBitCast(function, to: UnsafeRawPointer.self))
      }
      replace("dispatch_async", async) { noting($0, async)($0, $1) }
      DispatchQueue(label: "exploration.check").async {}
      guard isCalled.load(ordering: .relaxed) else { return }
      replace("dispatch_barrier_async", barrier) { noting($0, barrier)($0, $1) }
      replace("dispatch_after", after) { noting($1, after)($0, $1, $2) }
      replace("dispatch_group_async", inGroup) { noting($1, inGroup)($0, $1, $2) }
      replace("dispatch_group_notify", afterGroup) { noting($1, afterGroup)($0, $1, $2) }
      replace("dispatch_block_notify", afterItem) { noting($1, afterItem)($0, $1, $2) }
      replace("dispatch_source_create", source) { noting($3, source)($0, $1, $2, $3) }
      replace("pthread_create", thread, in: "libFoundation.so") { noting(nil, as: "a thread", thread)($0, $1, $2, $3) }
    }()

    /// Notes a queue or a thread that gets work, and returns the function that gives it.
    private static func noting<Function>(
      _ queue: Pointer?, as unnamed: String = "a queue", _ original: Function
    ) -> Function {
      if !isCalled.load(ordering: .relaxed) { isCalled.store(true, ordering: .relaxed) }
      guard let run = Scheduler.runOfCaller else { return original }
      let name = queue.map { ThreadSource.label(of: $0) } ?? ""
      // The queues of this library.
      if !name.hasPrefix("expectations."), !name.hasPrefix("exploration.") {
        run.noteSubmission(to: name.isEmpty ? unnamed : "queue \"\(name)\"")
      }
      return original
    }
  }
#else
  enum SubmittedWork {
    static let install: Void = ()
  }
#endif
