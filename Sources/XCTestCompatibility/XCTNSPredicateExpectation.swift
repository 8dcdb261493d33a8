import Dispatch
import Expectations
public import Foundation

/// An expectation that a predicate becomes true, with the interface of XCTest's class of this name.
///
/// From the beginning of a wait on, the predicate is evaluated every 10 ms: on the main thread if the expectation was
/// created there, otherwise on a queue of its own, also in asynchronous tests. The native form is `eventually(_:)`,
/// which shows the last value.
open class XCTNSPredicateExpectation: XCTestExpectation, @unchecked Sendable {
  // Sendable: the predicate is evaluated on one queue only; the box and the timer have locks.

  /// Decides whether it counts that the predicate is true. It runs where the predicate is evaluated.
  public typealias Handler = @Sendable () -> Bool

  /// The predicate.
  public let predicate: NSPredicate
  /// The object that the predicate is evaluated with.
  public let object: Any?
  private let box = HandlerBox<Handler>()
  private let timer = HandlerBox<any DispatchSourceTimer>()
  private let queue =
    Thread.isMainThread ? DispatchQueue.main : DispatchQueue(label: "XCTestCompatibility.predicate")

  /// Decides whether it counts that the predicate is true; nil if it always does.
  open var handler: Handler? {
    get { box.handler }
    set { box.handler = newValue }
  }

  /// Creates an expectation that no test need wait for.
  ///
  /// - Parameters:
  ///   - predicate: The predicate that must become true.
  ///   - object: The object that it is evaluated with.
  public convenience init(
    predicate: NSPredicate, object: Any? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    self.init(predicate, object, mustBeAwaited: false, at: site)
  }

  init(_ predicate: NSPredicate, _ object: Any?, handler: Handler? = nil, mustBeAwaited: Bool, at site: CallSite) {
    (self.predicate, self.object) = (predicate, object)
    box.handler = handler
    let description = "Expect predicate `\(predicate)`" + (object.map { " for object \($0)" } ?? "")
    super.init(description: description, mustBeAwaited: mustBeAwaited, at: site)
  }

  deinit { timer.handler?.cancel() }

  override func waitBegins() {
    guard timer.handler == nil else { return }
    let timer = DispatchSource.makeTimerSource(queue: queue)
    timer.schedule(deadline: .now(), repeating: .milliseconds(10), leeway: .milliseconds(1))
    timer.setEventHandler { [weak self] in self?.evaluate() }
    self.timer.handler = timer
    timer.resume()
  }

  override func waitEnds() { stop() }

  private func evaluate() {
    guard timer.handler != nil, predicate.evaluate(with: object), box.handler?() ?? true else { return }
    stop()
    // The line here would say nothing.
    native.handler()
  }

  private func stop() {
    timer.handler?.cancel()
    timer.handler = nil
  }
}
