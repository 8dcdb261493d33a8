/// The result of one evaluation of a condition, with the facts for a failure text.
struct Evaluation {
  var result: EvaluationResult
  var value: JudgedValue?
  var error: String?

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
    self.error = "\(error)"
  }
}

extension Evaluation {
  /// Creates the evaluation of a condition without a value, from what the body returned.
  init(of isTrue: Bool) {
    self.init(isTrue ? .holds : .fails, value: .word(isTrue ? "true" : "false"))
  }

  /// Creates the evaluation of a condition, from what the body returned. Sets `output` to the value; nil when the
  /// condition does not hold.
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

  /// Creates the evaluation of a condition that only must not throw, from what the body returned. A value ends the wait
  /// with a failure: no overload of `eventually` can refuse it, and it was probably meant to be compared.
  init<Returned>(returned: Returned) throws {
    guard Returned.self == Void.self || Returned.self == Never.self else {
      throw GiveUpError(Self.advice(on: Returned.self))
    }
    self.init(.holds, value: .word("no error"))
  }

  private static func advice(on type: Any.Type) -> String {
    """
    the body returned a value of type \(type), which is neither true nor false
      to compare it, write `eventually("…", equals: …)`; to wait only until nothing is thrown, write `_ = ` before it
    """
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
