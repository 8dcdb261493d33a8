/// What else is demanded of a condition, or how it is evaluated.
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

  /// Demands that the condition does not come true before `delay` has passed: to come true sooner is a failure.
  ///
  /// - Parameter delay: How long it must not hold, from the beginning.
  ///
  /// - Returns: The option.
  public static func notBefore(_ delay: Duration) -> ConditionOption { .init(kind: .notBefore(delay)) }

  /// Demands that the condition holds for some time without a break, within the timeout.
  ///
  /// What happens between two evaluations is not seen, unless what the condition reads is observable.
  ///
  /// - Parameter duration: How long it must hold.
  ///
  /// - Returns: The option.
  public static func stable(for duration: Duration) -> ConditionOption { .init(kind: .stable(duration)) }

  /// Makes each pause between two evaluations twice as long as the one before.
  ///
  /// - Parameter longest: The longest pause.
  ///
  /// - Returns: The option.
  public static func backingOff(upTo longest: Duration) -> ConditionOption { .init(kind: .backingOff(longest)) }

  /// Ends the waiting at once when the condition throws an error that shows that waiting is pointless.
  ///
  /// Other errors mean "not yet". To give up for another reason than an error, throw ``GiveUpError`` in the condition.
  ///
  /// - Parameter isHopeless: Returns whether an error shows that waiting is pointless.
  ///
  /// - Returns: The option.
  public static func givingUp(on isHopeless: @escaping @Sendable (any Error) -> Bool) -> ConditionOption {
    .init(kind: .givingUp(isHopeless))
  }
}

/// Thrown in a condition, it ends the waiting at once, as a failure that gives the reason.
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

  /// An error that ends the waiting.
  ///
  /// - Parameter reason: Why waiting is pointless, for the failure text.
  public init(_ reason: String) {
    self.reason = reason
  }

  /// The reason.
  public var description: String { reason }
}

/// What a condition can return: a `Bool`, or an optional that is not nil when the condition holds.
///
/// Of a `Bool?`, `false` means "not yet", as nil does.
// A protocol, although that gives the two types a member: overloads for `() -> Bool` and `() -> Value?` are told apart, but
// the latter takes `Value` in `isThere ? "beach" : nil` for a `String?`, and hands an optional back.
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
