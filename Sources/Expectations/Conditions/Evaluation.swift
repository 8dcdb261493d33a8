import Observation

/// The result of one evaluation of a condition, with the facts for a failure text.
struct Evaluation {
  var result: EvaluationResult
  var value: JudgedValue?
  var error: (any Error)?

  init(_ body: () throws -> Evaluation, isUnrecoverable: (any Error) -> Bool) {
    do {
      self = try body()
    } catch {
      self.init(throwing: error, isUnrecoverable: isUnrecoverable(error))
    }
  }

  init(_ result: EvaluationResult, value: JudgedValue) {
    self.result = result
    self.value = value
  }

  init(throwing error: any Error, isUnrecoverable: Bool) {
    result = .threw(isUnrecoverable: isUnrecoverable)
    self.error = error
  }
}

extension Evaluation {
  /// The evaluation of a condition without a value, from what the body returned.
  init(of isTrue: Bool) { self.init(isTrue ? .holds : .fails, value: .word(isTrue ? "true" : "false")) }

  /// The evaluation of a body that only must not throw.
  static var withoutError: Evaluation { Evaluation(.holds, value: .word("no error")) }

  /// The evaluation of a condition, from what the body returned. Sets `output` to the value; nil when the condition
  /// does not hold.
  init<Result: ConditionResult>(of result: Result, output: inout Result.ConditionOutput?) {
    typealias Output = Result.ConditionOutput
    output = nil
    if let isTrue = result as? Bool, Output.self == Void.self {
      if isTrue { output = (() as! Output) }
      self.init(of: isTrue)
      return
    }
    let value = (result as? Output?) ?? nil
    if let value, Output.self != Bool.self || value as? Bool == true {
      output = value
      self.init(.holds, value: .described { "\(value)" })
    } else {
      self.init(.fails, value: .described { value.map { "\($0)" } ?? "\(result)" })
    }
  }

  /// Compares a value with the expected one.
  init<Value: Equatable>(of value: Value, expecting expected: Value) {
    self.init(value == expected ? .holds : .fails, value: .described { "\(value)" })
  }
}

/// The value that was judged, for the text of a failure.
enum JudgedValue {
  /// A fixed word, such as `true`, that says no more than the verdict. A failure shows only the last such word.
  case word(StaticString)
  /// A value with a description. Describing it takes longer than the rest of an evaluation, so it happens after the
  /// evaluation, and only if the goal is not reached.
  case described(() -> String)
}

/// What the evaluations of a condition found, for a possible failure.
struct EvaluationNotes: Sendable {
  private var described = RecentValues()
  /// The last word, unless a value with a description came after it, and when it came.
  private var lastWord: (text: StaticString, time: Duration)?
  private(set) var firstError: String?
  private(set) var lastError: String?

  mutating func add(_ evaluation: Evaluation, at time: Duration) {
    switch evaluation.value {
    case .word(let word): lastWord = (word, time)
    case .described(let describe):
      lastWord = nil
      described.note(describe(), at: time)
    case nil: break
    }
    if let error = evaluation.error {
      firstError = firstError ?? "\(error)"
      lastError = "\(error)"
    }
  }

  /// The last values that were judged.
  var values: RecentValues {
    var values = described
    if let lastWord { values.note("\(lastWord.text)", at: lastWord.time) }
    return values
  }
}

/// The last few different values of a condition, each with the time of the evaluation that first found it.
///
/// The values are kept as text: a condition may wait for the release of the object that it reads.
struct RecentValues: Sendable, Equatable {
  struct Value: Sendable, Equatable {
    var text: String
    var time: Duration
  }

  private static let kept = 4

  private(set) var last: [Value] = []
  /// How many different values in a row there were, including those that are not kept.
  private(set) var count = 0

  /// Notes the value of an evaluation. Equal values in a row count as one.
  mutating func note(_ text: String, at time: Duration) {
    guard last.last?.text != text else { return }
    if last.count == Self.kept { last.removeFirst() }
    last.append(Value(text: text, time: time))
    count += 1
  }
}

/// Evaluates `body` and calls `onChange` once, before an observable property that `body` read changes.
///
/// `onChange` runs on the thread that makes the change, before the new value is set. It misses a change that occurs
/// between reading a property and observing it. On systems without the Observation framework, it is never called.
///
/// - Returns: The result of `body`, and whether `body` read anything observable.
func observingChanges<Result>(
  _ body: () -> Result, onChange: @escaping @Sendable () -> Void
) -> (result: Result, isObserved: Bool) {
  guard #available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *) else { return (body(), false) }
  let (result, isRetained) = tracking(body, onChange: onChange)
  return (result, isRetained || !ObservableProbe.isRetained)
}

/// Returns the result of `body`, and whether the closure is still retained afterwards.
///
/// Assumption: after `withObservationTracking`, the closure is retained exactly if `body` read an observable property.
/// Check: at first use, with a property that is read. With a body that reads nothing: by `ObservationTests`.
/// If false: everything counts as observed: a condition is evaluated again after each pause only.
/// Remove when: the Observation framework tells whether a body read anything.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
private func tracking<Result>(
  _ body: () -> Result, onChange: @escaping @Sendable () -> Void
) -> (result: Result, isRetained: Bool) {
  // The closure retains the token.
  var token = Token()
  let result = withObservationTracking(body) { [token] in withExtendedLifetime(token, onChange) }
  return (result, !isKnownUniquelyReferenced(&token))
}

private final class Token: Sendable {}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
private final class ObservableProbe: Observable {
  static let isRetained: Bool = {
    let probe = ObservableProbe()
    // When the probe goes, its observation goes with it: an optimized program may release it as soon as it was read.
    return withExtendedLifetime(probe) { tracking({ probe.value }, onChange: {}).isRetained }
  }()

  private let registrar = ObservationRegistrar()

  private var value: Bool {
    registrar.access(self, keyPath: \.value)
    return true
  }
}
