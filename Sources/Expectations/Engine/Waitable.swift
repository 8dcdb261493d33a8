/// Anything that can stand in a wait.
///
/// ``Expectation`` is one. A type that holds an expectation becomes one by handing it on:
///
/// ```swift
/// struct UploadSpy: Waitable {
///   let uploaded = Expectation("uploaded", of: URL.self)
///   var waitTarget: WaitTarget { uploaded.waitTarget }
/// }
/// ```
public protocol Waitable: Sendable {
  /// What is waited for.
  var waitTarget: WaitTarget { get }
}

/// The handle by which a wait holds an expectation. It is opaque: get it from an ``Expectation``.
public struct WaitTarget: Sendable {
  let expectation: any AnyExpectation
}
