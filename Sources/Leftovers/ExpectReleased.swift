import Expectations

/// Fails the test if an object outlives the code that uses it.
///
/// ```swift
/// await expectReleased("the model") {
///   let model = FeedModel()
///   await model.load()
///   return model
/// }
/// ```
///
/// When the body has returned, nothing should hold the object anymore. The call waits until it is released; if it is
/// not, that is a failure, which says how many strong references are left and when their number changed, on Linux. A
/// task that waits for the next element of a stream in a method of the object is the most frequent reason.
///
/// - Parameters:
///   - description: What the object is, for the failure text: "the model".
///   - timeout: How long the release may take, in time in which code could run; nil for
///     `ExpectationDefaults.timeout`. Zero checks once.
///   - body: Uses the object, and returns it.
///
/// - Returns: Whether the object was released. It is also false, without a failure, if the task was canceled.
/// - Throws: What the body throws.
@discardableResult
public func expectReleased<Object: AnyObject>(
  _ description: String = "the object", timeout: Duration? = nil, isolation: isolated (any Actor)? = #isolation,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  _ body: () async throws -> Object
) async rethrows -> Bool {
  let object = WatchedObject(try await body())
  return await object.isReleased(
    description, timeout: timeout, at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
}

/// Fails the test if an object outlives the code that uses it, and suspends the calling task until it is released.
///
/// For everything else, see the form whose body is `async`.
///
/// - Parameters:
///   - description: What the object is, for the failure text: "the model".
///   - timeout: How long the release may take, in time in which code could run; nil for
///     `ExpectationDefaults.timeout`. Zero checks once.
///   - body: Uses the object, and returns it.
///
/// - Returns: Whether the object was released. It is also false, without a failure, if the task was canceled.
/// - Throws: What the body throws.
@discardableResult
public func expectReleased<Object: AnyObject>(
  _ description: String = "the object", timeout: Duration? = nil, isolation: isolated (any Actor)? = #isolation,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  _ body: () throws -> Object
) async rethrows -> Bool {
  let object = WatchedObject(try body())
  return await object.isReleased(
    description, timeout: timeout, at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
}

/// Fails the test if an object outlives the code that uses it, and blocks the calling thread until it is released.
///
/// ```swift
/// expectReleased("the document") {
///   let document = Document(named: "Notes")
///   document.close()
///   return document
/// }
/// ```
///
/// On the main thread, it services the run loop and the main queue. For everything else, see the `async` form.
///
/// - Parameters:
///   - description: What the object is, for the failure text: "the document".
///   - timeout: How long the release may take, in time in which code could run; nil for
///     `ExpectationDefaults.timeout`. Zero checks once.
///   - body: Uses the object, and returns it.
///
/// - Returns: Whether the object was released.
/// - Throws: What the body throws.
@available(*, noasync, message: "This form blocks the thread. In an async context, use `await expectReleased`.")
@discardableResult
public func expectReleased<Object: AnyObject>(
  _ description: String = "the object", timeout: Duration? = nil,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  _ body: () throws -> Object
) rethrows -> Bool {
  let object = WatchedObject(try body())
  return object.isReleased(
    description, timeout: timeout, at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
}

/// Sets a variable to nil, and fails the test if its object is not released.
///
/// ```swift
/// var model: FeedModel? = FeedModel()
/// await model?.load()
/// await expectReleased(&model, "the model")
/// ```
///
/// It is for objects that a test uses in several steps. Nothing may use the variable until the call returns, so take a
/// local one. For everything else, see the form with a body.
///
/// - Parameters:
///   - variable: Holds the object; nil afterwards. If it is nil before, nothing is checked.
///   - description: What the object is, for the failure text: "the model".
///   - timeout: How long the release may take, in time in which code could run; nil for
///     `ExpectationDefaults.timeout`. Zero checks once.
///
/// - Returns: Whether the object was released. It is also false, without a failure, if the task was canceled.
@discardableResult
public func expectReleased<Object: AnyObject>(
  _ variable: inout Object?, _ description: String = "the object", timeout: Duration? = nil,
  isolation: isolated (any Actor)? = #isolation,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) async -> Bool {
  let object = WatchedObject(variable.take())
  return await object.isReleased(
    description, timeout: timeout, at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
}

/// Sets a variable to nil, and fails the test if its object is not released. It blocks the calling thread until then.
///
/// ```swift
/// var document: Document? = Document(named: "Notes")
/// document?.close()
/// expectReleased(&document, "the document")
/// ```
///
/// On the main thread, it services the run loop and the main queue. Nothing may use the variable until the call
/// returns, so take a local one.
///
/// - Parameters:
///   - variable: Holds the object; nil afterwards. If it is nil before, nothing is checked.
///   - description: What the object is, for the failure text: "the document".
///   - timeout: How long the release may take, in time in which code could run; nil for
///     `ExpectationDefaults.timeout`. Zero checks once.
///
/// - Returns: Whether the object was released.
@available(*, noasync, message: "This form blocks the thread. In an async context, use `await expectReleased`.")
@discardableResult
public func expectReleased<Object: AnyObject>(
  _ variable: inout Object?, _ description: String = "the object", timeout: Duration? = nil,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) -> Bool {
  let object = WatchedObject(variable.take())
  return object.isReleased(
    description, timeout: timeout, at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
}
