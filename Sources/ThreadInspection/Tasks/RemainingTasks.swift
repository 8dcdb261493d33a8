/// The tasks of some code that have not ended, as memory shows them at one moment.
package struct RemainingTasks: Sendable, Hashable {
  /// Where the suspended ones stand.
  package var standings: [Standing] = []
  /// The lower halves of the numbers of those that run, as far as their memory tells, and of marked ones that stand in
  /// no code of the tester.
  package var elsewhere: Set<UInt32> = []
  /// How many were found, also of those that an exception names.
  package var count = 0

  /// Finds those that have a mark, and those without any that are meant and are of no known test. Of the latter,
  /// suspended ones have a standing only in the tester's code, since others are the toolchain's. One that runs may be
  /// none: memory in which a task has run can look alike. Returns nil where that cannot be known.
  ///
  /// - Parameters:
  ///   - marks: The addresses of objects, one of which each marked task has in a task-local variable.
  ///   - key: The address of the `TaskLocal` of that variable.
  ///   - exceptions: The names of tasks, types or functions. A task that has such a name, or that stands in such a
  ///     function, is not meant.
  ///   - isMeant: Whether a task without a mark is meant, by the lower half of its number.
  package static func find(
    marks: Set<UInt>, of key: UInt, exceptions: [String], isMeant: (UInt32) -> Bool
  ) -> (marked: RemainingTasks, unmarked: RemainingTasks)? {
    #if os(Linux) && arch(x86_64) && canImport(Glibc)
      guard !SanitizerRuntime.isPresent, let layout = TaskLayout.present, layout.isTried, let memory = ProcessMemory(),
        let images = ImageMap.capture(memory)
      else { return nil }
      var scan = MemoryScan(memory: memory, word: layout.metadata, step: TaskLayout.alignment / 8)
      guard scan.run(images.anonymousMemory, until: .now + limit) else { return nil }
      let reader = TaskReader(layout: layout, memory: memory, images: images)
      var (marked, unmarked) = (RemainingTasks(), RemainingTasks())
      var suspended: [TaskSnapshot] = []
      var addressesOfMarked: Set<UInt64> = []
      for address in scan.found {
        guard let fields = TaskFields(at: address, in: memory, layout), fields.status & TaskLayout.isComplete == 0,
          let isMarked = reader.isMarked(address, fields, marks, key, isMeant)
        else { continue }
        if isMarked {
          addressesOfMarked.insert(address)
          marked.count += 1
        }
        if let task = reader.task(at: address) {
          suspended.append(task)
        } else if isMarked {
          marked.elsewhere.insert(fields.number)
        } else if fields.isRunning || TaskFields(at: address, in: memory, layout)?.isRunningOrWaiting ?? false {
          // It runs, or has begun to run, or to wait, while it was read.
          unmarked.elsewhere.insert(fields.number)
        }
      }
      let meant = excluding(exceptions, from: suspended, images, memory)
      let standings = ProcessSnapshot(threads: [], tasks: TaskCensus(tasks: meant), images: images)
        .resolve(limit: limit)
      for task in meant {
        let standing = standings.first { $0.taskNumber == task.number }
        if addressesOfMarked.contains(task.address) {
          if let standing { marked.standings.append(standing) } else { marked.elsewhere.insert(task.number) }
        } else if let standing, !standing.isOfToolchain {
          unmarked.standings.append(standing)
        }
      }
      return (marked, unmarked)
    #else
      return nil
    #endif
  }
}

#if os(Linux) && arch(x86_64) && canImport(Glibc)
  extension RemainingTasks {
    /// Usually, it takes some milliseconds. A busy computer is no reason to say that there is too much memory.
    private static let limit = Duration.seconds(30)

    private static func excluding(
      _ exceptions: [String], from tasks: [TaskSnapshot], _ images: ImageMap, _ memory: ProcessMemory
    ) -> [TaskSnapshot] {
      guard !exceptions.isEmpty else { return tasks }
      func addresses(_ task: TaskSnapshot) -> [UInt64] {
        task.functions + task.starts.flatMap { [$0.function] + $0.targets }
      }
      let places = Symbolizer(images: images, memory: memory).names(of: tasks.flatMap(addresses), WorkLimit { 0 })
        .places
      let demangler = Demangler()
      return tasks.filter { task in
        if let name = task.name, exceptions.contains(name) { return false }
        let functions = addresses(task).compactMap { places[$0]?.symbol.flatMap(demangler.name) }
        return !functions.contains { function in exceptions.contains { function.contains(word: $0) } }
      }
    }
  }

  extension TaskReader {
    /// Whether a task has one of the marks. Nil for one that is not meant.
    fileprivate func isMarked(
      _ address: UInt64, _ fields: TaskFields, _ marks: Set<UInt>, _ key: UInt, _ isMeant: (UInt32) -> Bool
    ) -> Bool? {
      if TaskLocals.first(of: marks, key, inTask: address, memory) != nil { return true }
      guard isMeant(fields.number) else { return nil }
      let keys = TestLocal.items(of: address, in: memory).map { memory.word(at: $0 &+ TestLocal.key) }
      // One with another mark, or with none, is of another scope or is declared.
      guard !keys.contains(UInt64(key)) else { return nil }
      return TestLocal.kind.flatMap { TestLocal.test(of: address, $0, in: memory) } == nil ? false : nil
    }
  }
#endif

extension String {
  /// Whether a name occurs that is not a part of a longer one. An empty name does not.
  func contains(word: String) -> Bool {
    guard !word.isEmpty else { return false }
    var start = startIndex
    while let range = range(of: word, from: start) {
      let before = range.lowerBound > startIndex ? self[index(before: range.lowerBound)] : " "
      let after = range.upperBound < endIndex ? self[range.upperBound] : " "
      if !Self.isOfName(before), !Self.isOfName(after) { return true }
      start = index(after: range.lowerBound)
    }
    return false
  }

  private func range(of text: String, from start: Index) -> Range<Index>? { self[start...].range(of: text) }

  private static func isOfName(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
  }
}
