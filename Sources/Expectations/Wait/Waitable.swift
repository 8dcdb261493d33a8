/// A type whose values a test can wait for.
///
/// ``Expectation`` is one. A type that holds an expectation conforms by returning its target:
///
/// ```swift
/// struct UploadSpy: Waitable {
///   let uploaded = Expectation("uploaded", of: URL.self)
///   var waitTarget: WaitTarget { uploaded.waitTarget }
/// }
/// ```
///
/// In a module whose declarations belong to the main actor by default, write `nonisolated struct UploadSpy: Waitable`.
public protocol Waitable: Sendable {
  /// The target of the wait.
  var waitTarget: WaitTarget { get }
}

/// An opaque handle to an expectation for waits. Get it from an ``Expectation``.
public struct WaitTarget: Sendable {
  let expectation: AnyExpectation
}
