/// An additional requirement for a condition, or a setting for how it is evaluated.
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

  /// Demands that the condition does not come true before `delay` has passed; if it does, that is a failure.
  public static func notBefore(_ delay: Duration) -> ConditionOption { .init(kind: .notBefore(delay)) }

  /// Demands that the condition holds for some time without a break, within the timeout.
  ///
  /// A change between two evaluations stays unseen, unless the values that the condition reads are observable.
  public static func stable(for duration: Duration) -> ConditionOption { .init(kind: .stable(duration)) }

  /// Makes each pause between two evaluations twice as long as the pause before, up to `longest`.
  public static func backingOff(upTo longest: Duration) -> ConditionOption { .init(kind: .backingOff(longest)) }

  /// Ends the wait at once when the condition throws an error that shows that waiting is pointless.
  ///
  /// Other errors mean "not yet". To give up without such an error, throw ``GiveUpError`` in the condition.
  public static func givingUp(on isUnrecoverable: @escaping @Sendable (any Error) -> Bool) -> ConditionOption {
    .init(kind: .givingUp(isUnrecoverable))
  }

  func givesUp(on error: any Error) -> Bool {
    if case .givingUp(let isUnrecoverable) = kind { isUnrecoverable(error) } else { false }
  }
}

/// An error that a condition throws to end the wait at once, with a failure that states the reason.
///
/// ```swift
/// try await eventually("uploaded") {
///   if upload.isRejected { throw GiveUpError("the server rejected it") }
///   return upload.isDone
/// }
/// ```
public struct GiveUpError: Error, CustomStringConvertible {
  /// Why waiting is pointless.
  public let reason: String

  /// Creates an error that ends the wait, for the reason that the failure text states.
  public init(_ reason: String) {
    self.reason = reason
  }

  /// The reason.
  public var description: String { reason }
}

/// A type that a condition can return: a `Bool`, or an optional that is not nil when the condition holds.
///
/// For a `Bool?`, such as `user?.isReady`, both `false` and nil mean "not yet". Do not conform your own types: they
/// never hold.
public protocol ConditionResult {
  /// The type of the value that a condition delivers when it holds.
  associatedtype ConditionOutput
}

// The protocol has no other member, because that would appear in the completion list of every `Bool` and every
// optional.

extension Bool: ConditionResult {
  public typealias ConditionOutput = Void
}

extension Optional: ConditionResult {
  public typealias ConditionOutput = Wrapped
}
