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
