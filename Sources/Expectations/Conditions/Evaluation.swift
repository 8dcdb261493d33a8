/// What one evaluation of a condition came to, and what can be told of it.
struct Evaluation<Value> {
  var sample: Sample<Value>
  /// The judged value as text.
  var value: String?
  var error: String?

  init(_ body: () throws -> Evaluation, isHopeless: (any Error) -> Bool) {
    do {
      self = try body()
    } catch {
      self.init(throwing: error, isHopeless: isHopeless(error))
    }
  }

  init(_ sample: Sample<Value>, value: String) {
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
  init<Result: ConditionResult>(of result: Result) where Result.Output == Value {
    if let output = result.conditionOutput {
      self.init(.holds(output), value: "true")
    } else {
      // To have it described takes longer than all the rest of a look.
      self.init(.fails, value: Result.self == Bool.self ? "false" : "\(result)")
    }
  }
}

extension Evaluation where Value: Equatable {
  /// A value that ought to be equal to another one.
  init(of value: Value, expecting expected: Value) {
    self.init(value == expected ? .holds(value) : .fails, value: "\(value)")
  }
}

extension Evaluation<Void> {
  /// A condition that had only not to throw.
  static var didNotThrow: Evaluation { Evaluation(.holds(()), value: "no error") }
}
