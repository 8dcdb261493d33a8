import Foundation

/// The flag macros as functions: the test polls a flag until the completion handler has set it.
///
///     let flag = startBlock()
///     document.save { _ in endBlock(flag) }
///     waitUntilBlockCompletes(flag)
///
/// The wait has no limit. It checks the flag between slices of the run loop of 0.1 s, so a flag that is set without
/// waking the loop is noticed up to 0.1 s late. It works only with completion handlers that are called on the main
/// thread.
final class BlockFlag: @unchecked Sendable {
  // Sendable because `isDone` is accessed only on the main thread.
  var isDone = false
}

func startBlock() -> BlockFlag { BlockFlag() }

func endBlock(_ flag: BlockFlag) { flag.isDone = true }

func waitUntilBlockCompletes(_ flag: BlockFlag) { waitWhile { !flag.isDone } }

func waitWhile(_ condition: () -> Bool) {
  while condition() {
    _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.1))
  }
}
