/// The result of one evaluation of a condition, with the facts for a failure text.
struct Evaluation<Value> {
  var result: EvaluationResult<Value>
  var value: JudgedValue?
  var error: String?

  init(_ body: () throws -> Evaluation, isUnrecoverable: (any Error) -> Bool) {
    do {
      self = try body()
    } catch {
      self.init(throwing: error, isUnrecoverable: isUnrecoverable(error))
    }
  }

  init(_ result: EvaluationResult<Value>, value: JudgedValue) {
    self.result = result
    self.value = value
  }

  init(throwing error: any Error, isUnrecoverable: Bool) {
    result = .threw(isUnrecoverable: isUnrecoverable)
    self.error = "\(error)"
  }
}

extension Evaluation {
  /// Takes what a condition returned.
  init<Result: ConditionResult>(of result: Result) where Result.ConditionOutput == Value {
    if let isTrue = result as? Bool, Value.self == Void.self {
      self.init(isTrue ? .holds(() as! Value) : .fails, value: .word(isTrue ? "true" : "false"))
    } else if let output = (result as? Value?) ?? nil, Value.self != Bool.self || output as? Bool == true {
      self.init(.holds(output), value: .described { "\(output)" })
    } else {
      self.init(.fails, value: .described { "\(result)" })
    }
  }
}

extension Evaluation where Value: Equatable {
  /// Compares a value with the expected one.
  init(of value: Value, expecting expected: Value) {
    self.init(value == expected ? .holds(value) : .fails, value: .described { "\(value)" })
  }
}

extension Evaluation<Void> {
  /// The result of a condition that only had to return without throwing.
  static var didNotThrow: Evaluation { Evaluation(.holds(()), value: .word("no error")) }
}

/// The value that was judged, for the text of a failure.
enum JudgedValue {
  /// A fixed word, such as `true`, that says no more than the verdict. A failure shows only the last such word.
  case word(StaticString)
  /// A value with a description. Describing it takes longer than the rest of an evaluation, so it happens after the
  /// evaluation, and only if the goal is not reached.
  case described(() -> String)
}
