/// Finds where the threads and the suspended tasks of this process stand.
package enum ProcessInspector {
  /// Looks up what the loader and the runtime know by name. Call it before the first test: later, a thread that is
  /// stuck in the constructor of a library may hold the lock of the loader.
  package static func prepare() {
    _ = (TaskLayout.present, SanitizerRuntime.isPresent, BacktraceDemangler.shared, ownThread)
  }

  /// Copies what all threads but the calling one, and all suspended tasks, do now, which takes a few milliseconds. It
  /// stops none of them. It leaves out whatever it has not read within `limit`, and the snapshot knows that.
  /// - `waitingThread`: The number of the thread that blocks in the wait that timed out, if one does.
  package static func copy(limit: Duration, waitingThread: Int32? = nil) -> ProcessSnapshot {
    #if os(Linux) && arch(x86_64) && canImport(Glibc)
      let end = ContinuousClock.now + limit
      guard let memory = ProcessMemory(), let images = ImageMap.capture(memory) else { return unreadable }
      let threads = ThreadCensus.take(limit: limit, waitingThread: waitingThread)
      let tasks = TaskCensus.take(images: images, until: end)
      return ProcessSnapshot(threads: threads, tasks: tasks, images: images, waitingThread: waitingThread)
    #else
      return unreadable
    #endif
  }

  /// The number of the calling thread; nil where it is not known.
  package static var ownThread: Int32? {
    #if os(Linux) && arch(x86_64) && canImport(Glibc)
      return ThreadSignalFunctions.shared?.ownThread()
    #else
      return nil
    #endif
  }

  private static var unreadable: ProcessSnapshot {
    ProcessSnapshot(threads: nil, tasks: TaskCensus(gap: .unreadable), images: nil, waitingThread: nil)
  }
}
