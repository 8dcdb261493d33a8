/// A call of something that several tasks use, and the same call of its model.
///
/// An error counts as a result. Two errors are equal if their descriptions are.
public struct ModeledCall<Subject: Sendable, Model: Sendable>: Sendable {
  typealias Outcome = History<Model>.Outcome

  struct Call: Sendable {
    var name: String
    var run: @Sendable (Subject) async -> Outcome
    var model: @Sendable (inout Model) -> Outcome
  }

  let calls: [Call]

  /// Makes a call without arguments.
  ///
  /// - Parameters:
  ///   - name: The name of what is called, for the failure text.
  ///   - body: Calls the subject.
  ///   - model: Does the same to the model, in one step. It must do the same each time.
  public init<Output: Equatable & Sendable>(
    _ name: String, _ body: @escaping @Sendable (Subject) async throws -> Output,
    model: @escaping @Sendable (inout Model) throws -> Output
  ) {
    calls = [Self.call("\(name)()", body, model)]
  }

  /// Makes a call that takes one of some arguments. Everything else is as in the form without them.
  public init<Argument: Sendable, Output: Equatable & Sendable>(
    _ name: String, with arguments: [Argument],
    _ body: @escaping @Sendable (Subject, Argument) async throws -> Output,
    model: @escaping @Sendable (inout Model, Argument) throws -> Output
  ) {
    calls = arguments.map { argument in
      Self.call("\(name)(\(argument))", { try await body($0, argument) }, { try model(&$0, argument) })
    }
  }

  /// Makes a call without arguments and without a result.
  public init(
    _ name: String, _ body: @escaping @Sendable (Subject) async throws -> Void,
    model: @escaping @Sendable (inout Model) throws -> Void
  ) {
    self.init(name, { NoResult(try await body($0)) }, model: { NoResult(try model(&$0)) })
  }

  /// Makes a call that takes one of some arguments and has no result.
  public init<Argument: Sendable>(
    _ name: String, with arguments: [Argument], _ body: @escaping @Sendable (Subject, Argument) async throws -> Void,
    model: @escaping @Sendable (inout Model, Argument) throws -> Void
  ) {
    self.init(name, with: arguments, { NoResult(try await body($0, $1)) }, model: { NoResult(try model(&$0, $1)) })
  }

  private static func call<Output: Equatable & Sendable>(
    _ name: String, _ body: @escaping @Sendable (Subject) async throws -> Output,
    _ model: @escaping @Sendable (inout Model) throws -> Output
  ) -> Call {
    Call(name: name) { subject in
      do { return Outcome(value: try await body(subject)) } catch { return Outcome(thrown: error) }
    } model: { state in
      do { return Outcome(value: try model(&state)) } catch { return Outcome(thrown: error) }
    }
  }
}

private struct NoResult: Equatable, Sendable, CustomStringConvertible {
  init(_: Void) {}
  var description: String { "done" }
}

/// Collects the calls of `linearizable`.
@resultBuilder
public enum ModeledCallsBuilder<Subject: Sendable, Model: Sendable> {
  /// Takes a call.
  public static func buildExpression(_ call: ModeledCall<Subject, Model>) -> ModeledCall<Subject, Model> { call }

  /// Collects calls.
  public static func buildBlock(_ calls: ModeledCall<Subject, Model>...) -> [ModeledCall<Subject, Model>] { calls }
}
