import Foundation

/// The flag macros, as functions: a flag that the test polls until the completion handler has set it.
///
///     let flag = startBlock()
///     document.save { _ in endBlock(flag) }
///     waitUntilBlockCompletes(flag)
///
/// The wait has no limit, and looks at the flag between slices of the run loop of 0.1 s: whatever sets the flag without
/// waking the loop is seen up to 0.1 s late. Only for completion handlers that are called on the main thread.
final class BlockFlag: @unchecked Sendable {
  // Sendable, because `isDone` is touched on the main thread only.
  var isDone = false
}

func startBlock() -> BlockFlag {
  BlockFlag()
}

func endBlock(_ flag: BlockFlag) {
  flag.isDone = true
}

func waitUntilBlockCompletes(_ flag: BlockFlag) {
  waitWhile { !flag.isDone }
}

func waitWhile(_ condition: () -> Bool) {
  while condition() {
    _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.1))
  }
}
