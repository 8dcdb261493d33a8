/// Something that a test required did not happen, and the failure has been recorded.
///
/// A condition did not come true, a body did not end in time, an expectation was fulfilled with something unexpected,
/// or a recorder did not deliver what a call asked for. This error only stops the code that relies on it.
///
/// A test that runs in a test framework does not see this error: there, the library throws the error with which that
/// framework stops a test without a second failure. Elsewhere, a failed wait throws ``WaitError``.
public struct UnmetExpectationError: Error, CustomStringConvertible {
  /// The text of the recorded failure.
  public let description: String
}
