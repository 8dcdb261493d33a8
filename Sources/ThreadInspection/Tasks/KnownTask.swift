/// A task of this process that was known while it lived. Its memory may be gone by now, or be that of another task.
package struct KnownTask: Equatable, Sendable {
  let address: UInt64
  let number: UInt64

  /// - Parameters:
  ///   - address: The address of the task, which is that of its jobs.
  ///   - number: The number that the runtime gives the task, and to no other one.
  package init(address: UInt, number: UInt64) {
    self.address = UInt64(address)
    self.number = number
  }
}

/// Tells whether known tasks have ended, and where they are suspended.
package struct KnownTaskReader: Sendable {
  private let layout: TaskLayout
  private let memory: ProcessMemory

  /// Returns nil where tasks cannot be read.
  package init?() {
    guard let memory = ProcessMemory(), let layout = TaskLayout.present else { return nil }
    self.memory = memory
    self.layout = layout
  }

  package func hasEnded(_ task: KnownTask) -> Bool { fields(of: task) == nil }

  /// The functions with which each task continues, the innermost first; none for a task that has ended.
  package func functions(of tasks: [KnownTask]) -> [[UInt]] {
    guard let images = ImageMap.capture(memory) else { return tasks.map { _ in [] } }
    return tasks.map { fields(of: $0)?.functions(in: memory, images).map { UInt($0) } ?? [] }
  }

  private func fields(of task: KnownTask) -> TaskFields? {
    guard let fields = TaskFields(at: task.address, in: memory, layout),
      fields.number == UInt32(truncatingIfNeeded: task.number), fields.status & TaskLayout.isComplete == 0
    else { return nil }
    return fields
  }
}
