/// What else is demanded of a condition, or how it is to be looked at.
///
/// ```swift
/// try await eventually("connected", options: [.stable(for: .milliseconds(100)), .backingOff(upTo: .seconds(1))]) {
///   connection.isOpen
/// }
/// ```
public struct ConditionOption: Sendable {
  enum Kind: Sendable {
    case notBefore(Duration)
    case stable(Duration)
    case backingOff(Duration)
    case givingUp(@Sendable (any Error) -> Bool)
  }

  let kind: Kind

  /// It may not hold earlier than so long after the beginning: to hold sooner is a failure.
  public static func notBefore(_ delay: Duration) -> ConditionOption { .init(kind: .notBefore(delay)) }

  /// It must hold for so long without a break, within the timeout. Between two looks nothing is seen, unless what it
  /// reads is observable.
  public static func stable(for duration: Duration) -> ConditionOption { .init(kind: .stable(duration)) }

  /// Each pause between two looks is twice as long as the one before, up to this.
  public static func backingOff(upTo longest: Duration) -> ConditionOption { .init(kind: .backingOff(longest)) }

  /// An error for which `isHopeless` returns true ends the waiting at once. Other errors mean "not yet".
  ///
  /// To give up for another reason than an error, throw ``GiveUp`` in the condition.
  public static func givingUp(on isHopeless: @escaping @Sendable (any Error) -> Bool) -> ConditionOption {
    .init(kind: .givingUp(isHopeless))
  }
}

/// Thrown in a condition, it ends the waiting at once, as a failure that gives the reason.
///
/// ```swift
/// try await eventually("uploaded") {
///   if upload.isRejected { throw GiveUp("the server rejected it") }
///   return upload.isDone
/// }
/// ```
public struct GiveUp: Error, CustomStringConvertible {
  /// Why waiting is pointless.
  public var reason: String

  public init(_ reason: String) {
    self.reason = reason
  }

  public var description: String { reason }
}

/// What a condition can return: a `Bool`, or an optional that is not nil when the condition holds. Of a `Bool?`,
/// `false` means "not yet" as nil does.
public protocol ConditionResult {
  /// What is handed on when it holds.
  associatedtype Output
  /// nil when it does not hold.
  var conditionOutput: Output? { get }
}

extension Bool: ConditionResult {
  public var conditionOutput: Void? { self ? () : nil }
}

extension Optional: ConditionResult {
  /// Of a `Bool?`, as `user?.isReady` is one, `false` means "not yet" as nil does.
  public var conditionOutput: Wrapped? {
    guard Wrapped.self == Bool.self else { return self }
    return self as? Bool == true ? self : nil
  }
}
