public import Expectations
import Foundation

/// An expectation with the properties of XCTest's class of this name.
///
/// In a test of Swift Testing, and in one of XCTest, it does what XCTest's class does, with the failure texts of this
/// package. Its properties can be set until a wait for it begins.
///
/// ```swift
/// let saved = XCTestExpectation(description: "document saved")
/// document.save { saved.fulfill() }
/// await fulfillment(of: [saved], timeout: 5)
/// ```
///
/// The native form is `Expectation`, of the library `Expectations`. This class is a `Waitable`, so that native waits
/// can wait for it, too.
open class XCTestExpectation: Waitable, @unchecked Sendable {
  // Sendable: the lock is held for each access to the variables.
  private struct Settings {
    var description: String
    var count = 1
    var isInverted = false
    var assertsForOverFulfill = false
    var isWaitedFor = false

    /// How often it must be fulfilled. An inverted one may be fulfilled less often than its count says.
    var range: ClosedRange<Int> {
      isInverted ? 0...count - 1 : count...(assertsForOverFulfill ? count : .max)
    }
  }

  let native: Expectation<Void>
  /// Known after the native expectation, which may be the first of a test that runs again.
  let test: CallersTest
  private let createdAt: CallSite
  private let lock = NSLock()
  private var settings: Settings

  /// Creates an expectation that no test need wait for.
  ///
  /// - Parameter description: The expected event, for the failure text: "document saved".
  public init(
    description: String = "no description provided",
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    createdAt = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    native = Expectation(description, mustBeAwaited: false, at: createdAt)
    settings = Settings(description: description)
    test = CallersTest()
  }

  /// - `mustBeAwaited`: Whether it is a failure if no test waits for it.
  init(description: String, mustBeAwaited: Bool, at site: CallSite) {
    createdAt = site
    native = Expectation(description, mustBeAwaited: mustBeAwaited, at: site)
    settings = Settings(description: description)
    test = CallersTest()
  }

  init(_ native: Expectation<Void>, description: String, at site: CallSite) {
    createdAt = site
    self.native = native
    settings = Settings(description: description)
    test = CallersTest()
  }

  /// What native waits wait for.
  public var waitTarget: WaitTarget {
    PendingExpectations.remove([self])
    waitBegins()
    return native.waitTarget
  }

  // MARK: Settings

  /// The expected event, for the failure text.
  open var expectationDescription: String {
    get { lock.withLock { settings.description } }
    set {
      lock.withLock { settings.description = newValue }
      // The text of a wait that is over has the earlier description.
      _ = native.setDescription(newValue)
    }
  }

  /// How often it must be fulfilled. The default is 1.
  ///
  /// A number below 1 is a failure, at the line that created the expectation, and changes nothing.
  open var expectedFulfillmentCount: Int {
    get { lock.withLock { settings.count } }
    set {
      guard newValue > 0 else {
        recordFailure("must have an expectedFulfillmentCount greater than 0, and not \(newValue)")
        return
      }
      change("expectedFulfillmentCount") { $0.count = newValue }
    }
  }

  /// Whether it must not be fulfilled. A wait then lasts its whole timeout. The default is false.
  open var isInverted: Bool {
    get { lock.withLock { settings.isInverted } }
    set { change("isInverted") { $0.isInverted = newValue } }
  }

  /// Whether one fulfillment too many is a failure.
  ///
  /// The default is false. On Apple's systems, it is true for what `expectation(description:)` makes, as in XCTest.
  open var assertForOverFulfill: Bool {
    get { lock.withLock { settings.assertsForOverFulfill } }
    set { change("assertForOverFulfill") { $0.assertsForOverFulfill = newValue } }
  }

  /// Changes a setting. After the beginning of a wait that is a failure, and changes nothing.
  private func change(_ name: String, _ body: (inout Settings) -> Void) {
    let isChanged = lock.withLock {
      var new = settings
      body(&new)
      guard !settings.isWaitedFor, native.setCount(new.range) else { return false }
      settings = new
      return true
    }
    guard !isChanged else { return }
    recordFailure("has a new \(name) after a wait for it has begun, which changes nothing")
  }

  /// Records a failure where the expectation was created.
  final func recordFailure(_ text: String) {
    test.recordFailure("\"\(expectationDescription)\" \(text)", at: createdAt)
  }

  // MARK: Fulfilling

  /// Fulfills the expectation once.
  ///
  /// Callable from any thread, before, during and after a wait. It never blocks and never traps.
  open func fulfill(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    native.fulfill(fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Fulfills the expectation once. A reference to the method, to pass it as a closure, is one to this form.
  @_disfavoredOverload
  public func fulfill() { native.handler() }

  #if !canImport(ObjectiveC)
    /// Fulfills the expectation once, at a given place, as XCTest's method on Linux.
    ///
    /// - Parameters:
    ///   - file: The path of the file.
    ///   - line: The line.
    public func fulfill(_ file: StaticString, line: Int) {
      fulfill(fileID: (file), filePath: file, line: UInt(clamping: line), column: 0)
    }
  #endif

  // MARK: Waits

  /// Whether a wait for it has begun.
  final var isWaitedFor: Bool { lock.withLock { settings.isWaitedFor } }

  /// Notes that a wait for it begins. Returns false if it is not the first one.
  final func noteWait() -> Bool {
    lock.withLock {
      defer { settings.isWaitedFor = true }
      return !settings.isWaitedFor
    }
  }

  /// Called when a wait for it begins, and when it is over, unless the wait is a native one.
  func waitBegins() {}
  func waitEnds() {}
}

extension XCTestExpectation: Hashable {
  /// Whether both are the same object.
  public static func == (one: XCTestExpectation, other: XCTestExpectation) -> Bool { one === other }

  /// Hashes the identity of the object.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension XCTestExpectation: CustomStringConvertible {
  /// The description of the expected event.
  public var description: String { expectationDescription }
}
