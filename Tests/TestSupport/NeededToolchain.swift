package import Testing

/// What the library can do with this toolchain, system and processor only.
package enum NeededToolchain {
  /// Whether the tasks of the process, and the lines where they wait, can be read.
  package static let readsTasks: Bool = {
    #if os(Linux) && arch(x86_64) && compiler(>=6.3) && compiler(<6.4)
      true
    #else
      false
    #endif
  }()

  /// Whether an exploration controls each task and each sleep.
  package static let controlsTasks: Bool = {
    #if os(Linux) && compiler(>=6.3) && compiler(<6.4)
      true
    #else
      false
    #endif
  }()
}

extension Trait where Self == ConditionTrait {
  /// Skips tests of what needs the tasks of the process.
  package static var whereTasksAreRead: ConditionTrait {
    .enabled(if: NeededToolchain.readsTasks, "tasks are read with Swift 6.3 on Linux on x86_64")
  }

  /// Skips tests whose explorations must control all that their bodies do.
  package static var whereTasksAreControlled: ConditionTrait {
    .enabled(if: NeededToolchain.controlsTasks, "explorations control all tasks with Swift 6.3 on Linux")
  }
}
