/// The suspended tasks of this process, and whether all of its memory was searched for them.
struct TaskCensus: Sendable {
  var tasks: [TaskSnapshot] = []
  var gap: Standing.Gap?
}

#if os(Linux) && arch(x86_64) && canImport(Glibc)
  extension TaskCensus {
    /// Searches the private memory of this process. It does not leave out stacks, where no task lives: the kernel joins
    /// them with memory of the heap that is beside them.
    static func take(images: ImageMap, until end: ContinuousClock.Instant) -> TaskCensus {
      guard !SanitizerRuntime.isPresent else { return TaskCensus(gap: .sanitizer) }
      guard let memory = ProcessMemory(), let layout = TaskLayout.present else { return TaskCensus(gap: .unreadable) }
      var scan = MemoryScan(memory: memory, word: layout.metadata, step: TaskLayout.alignment / 8)
      let isComplete = scan.run(images.anonymousMemory, until: end)
      let reader = TaskReader(layout: layout, memory: memory, images: images)
      return TaskCensus(tasks: scan.found.compactMap { reader.task(at: $0) }, gap: isComplete ? nil : .limit)
    }
  }
#endif
