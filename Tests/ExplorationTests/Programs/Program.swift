import TestSupport
import Testing

/// A program with a bug that depends on the order of its tasks, and the same program without the bug.
struct Program: Sendable, CustomTestStringConvertible {
  let name: String
  /// Whether the bug needs a machine that stalls: a sleep that ends before other work.
  var needsStall = false
  let buggy: @Sendable () async throws -> Void
  let correct: @Sendable () async throws -> Void

  var testDescription: String { name }

  static let all: [Program] = [
    .doubleFetch, .overdraft, .lostUpdate, .missedNotification, .lateSubscriber, .oppositeLocks, .resumedTwice,
    .lostCancellation, .orderOnMain, .staleResult, .depthThree, .depthThreeAmongOthers, .betweenTwoCalls,
    .sleepAsSynchronization, .overtaken, .clearedRefresh, .stolenItem,
  ]

  /// The programs for tests that take a second for each: all, or some of different kinds.
  static let forSlowTests = ProofSize.of(
    small: [.lostUpdate, .oppositeLocks, .orderOnMain, .sleepAsSynchronization], full: all, sanitized: [.lostUpdate])
}

extension Program {
  /// Makes a program of a body that gets whether it does what corrects the bug.
  init(name: String, needsStall: Bool = false, _ body: @escaping @Sendable (Bool) async throws -> Void) {
    self.init(name: name, needsStall: needsStall) {
      try await body(false)
    } correct: {
      try await body(true)
    }
  }
}

struct Wrong: Error, CustomStringConvertible { let description: String }

func require(_ condition: Bool, _ text: String) throws {
  if !condition { throw Wrong(description: text) }
}
