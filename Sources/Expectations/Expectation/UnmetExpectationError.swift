/// Something that a test demanded did not happen, and the failure has been recorded.
///
/// A condition did not come true, a body did not end in time, an expectation was not fulfilled with what was expected,
/// or a recorder did not get what was asked of it. Throwing this error only stops the code that relies on it.
///
/// Tests that a framework runs do not meet it: there, the error is thrown by which that framework stops a test without
/// a second failure. For a wait it is ``WaitError``.
public struct UnmetExpectationError: Error, CustomStringConvertible {
  /// What the recorded failure says.
  public let description: String
}
