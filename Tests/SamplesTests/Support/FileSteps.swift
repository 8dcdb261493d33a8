import Expectations

@testable import Samples

/// The steps of reading and replacing a file: logs them, and makes chosen ones fail or wait.
///
///     folder.steps.fail(.create, with: ENOSPC)  // the next step of that kind
///     folder.steps.onStep = { step in … }  // before each step, on the thread that takes it
///     #expect(…, "\(folder.steps)")  // which steps were taken
final class FileSteps: Sendable {
  private struct State {
    var taken: [FileStep] = []
    var failures: [FileStep: Int32] = [:]
    var failureOfNumber: (number: Int, code: Int32)?
    var onStep: (@Sendable (FileStep) -> Void)?
  }

  private let state = Guarded(State())

  /// Every step in order, including failed ones.
  var taken: [FileStep] { state.value.taken }

  var onStep: (@Sendable (FileStep) -> Void)? {
    get { state.value.onStep }
    set { state.withLock { $0.onStep = newValue } }
  }

  /// Makes the next step of one kind fail with an error number of the system.
  func fail(_ step: FileStep, with code: Int32) { state.withLock { $0.failures[step] = code } }

  /// Makes the `n`-th step from now fail; 1 is the next.
  func fail(at n: Int, with code: Int32) { state.withLock { $0.failureOfNumber = ($0.taken.count + n, code) } }

  func reset() { state.withLock { $0 = State() } }

  /// Holds up the next step of one kind, so that a test can check the state in the meantime.
  ///
  ///     let (writing, proceed) = folder.steps.hold(.synchronize)
  ///     document.save(completion: saved.resultHandler())
  ///     await writing.wait()
  ///     …
  ///     proceed.fulfill()
  func hold(
    _ step: FileStep, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line
  ) -> (reached: Expectation<Void>, proceed: Expectation<Void>) {
    let reached = Expectation("\(step) is reached", fileID: fileID, filePath: filePath, line: line)
    let proceed = Expectation("\(step) may go on", fileID: fileID, filePath: filePath, line: line)
    let isHeld = Guarded(false)
    onStep = { next in
      guard next == step, !isHeld.swap(true) else { return }
      reached.fulfill()
      // The test that fulfills it may have to wait long for a thread, because many other tests run.
      proceed.wait(timeout: .seconds(60))
    }
    return (reached, proceed)
  }

  var hook: FileStep.Hook {
    { [state] step in
      let (code, onStep) = state.withLock { state in
        state.taken.append(step)
        var code = state.failures.removeValue(forKey: step) ?? 0
        if let (number, codeOfNumber) = state.failureOfNumber, number == state.taken.count { code = codeOfNumber }
        return (code, state.onStep)
      }
      onStep?(step)
      return code
    }
  }
}

extension FileSteps: CustomStringConvertible {
  var description: String { taken.map(\.rawValue).joined(separator: ", ") }
}
