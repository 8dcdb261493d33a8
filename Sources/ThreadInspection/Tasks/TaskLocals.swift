/// The objects among the task-local values of tasks.
package enum TaskLocals {
  /// Whether a suspended task has one of some objects in a task-local variable. Nil where values cannot be read: see
  /// `TestLocal`, whose assumption this is.
  ///
  /// - Parameter key: The address of the variable's `TaskLocal`.
  package static func contain(_ objects: Set<UInt>, of key: UInt, inTask task: UInt64) -> Bool? {
    #if os(Linux) && arch(x86_64) && canImport(Glibc)
      guard let layout = TaskLayout.present, layout.isTried, let memory = ProcessMemory() else { return nil }
      return first(of: objects, key, inTask: task, memory) != nil
    #else
      return nil
    #endif
  }

  /// The address of the first such object.
  static func first(of objects: Set<UInt>, _ key: UInt, inTask task: UInt64, _ memory: any MemorySource) -> UInt? {
    // Values of other variables may begin with the address of an object that is gone, where another one is now.
    TestLocal.items(of: task, in: memory).lazy.filter { memory.word(at: $0 &+ TestLocal.key) == UInt64(key) }
      .compactMap { memory.word(at: $0 &+ TestLocal.value).map { UInt($0) } }.first(where: objects.contains)
  }
}
