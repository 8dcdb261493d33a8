/// What one evaluation of a condition came to, and what can be told of it.
struct Evaluation<Value> {
  var sample: Sample<Value>
  var value: JudgedValue?
  var error: String?

  init(_ body: () throws -> Evaluation, isHopeless: (any Error) -> Bool) {
    do {
      self = try body()
    } catch {
      self.init(throwing: error, isHopeless: isHopeless(error))
    }
  }

  init(_ sample: Sample<Value>, value: JudgedValue) {
    self.sample = sample
    self.value = value
  }

  init(throwing error: any Error, isHopeless: Bool) {
    sample = .threw(isHopeless: isHopeless)
    self.error = "\(error)"
  }
}

extension Evaluation {
  /// What a condition returned.
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
  /// A value that ought to be equal to another one.
  init(of value: Value, expecting expected: Value) {
    self.init(value == expected ? .holds(value) : .fails, value: .described { "\(value)" })
  }
}

extension Evaluation<Void> {
  /// A condition that had only not to throw.
  static var didNotThrow: Evaluation { Evaluation(.holds(()), value: .word("no error")) }
}

/// The value that was judged, for the text of a failure.
enum JudgedValue {
  /// One of the few that say no more than the judgement. There is no list of them.
  case word(StaticString)
  /// To have it described takes longer than all the rest of a look, so that is done after it, and only if the condition
  /// is not met.
  case described(() -> String)
}
