/// A variable of a function that holds expectations which the function creates.
struct WaitVariable: Sendable {
  enum Shape: Equatable, Sendable {
    case one, tuple, list
  }

  struct Creation: Equatable, Sendable {
    /// The tokens of the call.
    var range: Range<Int>
    /// What the native initializer gets first.
    var argument: String
    /// By `XCTestExpectation(description:)`, so that the test case does not know it.
    var isDirect: Bool
    /// Its place in a tuple or a list.
    var position = 0
  }

  var name: String
  var nameToken: Int
  /// The token of `let`, `var` or `weak`; nil for the second variable of a statement.
  var keyword: Int?
  var shape: Shape
  var creations: [Creation]
  var block: Int
  /// It ends with the wait, so that what comes later is no extra fulfillment.
  var isWeak = false
  var settings = ExpectationSettings()

  /// The token after its declaration.
  var end: Int

  /// What waits name.
  var elements: [String] {
    switch shape {
    case .one, .list: [name]
    case .tuple: creations.map { "\(name).\($0.position)" }
    }
  }

  /// Its name, if it holds a list.
  var listName: String? { shape == .list ? name : nil }

  /// The native form of a creation.
  func text(_ creation: Creation) throws(Reason) -> String {
    let count = try settings.count(allowsExtra: creation.isDirect || isWeak).map { ", count: \($0)" } ?? ""
    // The variable says more than an empty description.
    return "Expectation(\(creation.argument == "\"\"" ? "\"\(name)\"" : creation.argument)\(count))"
  }
}

/// What a function sets of an expectation after its creation.
struct ExpectationSettings: Equatable, Sendable {
  var fulfillments: String?
  var isInverted = false
  var assertsForOverFulfill: Bool?
  var line = 0

  /// The native count; nil for one, which is the default.
  ///
  /// An extra fulfillment fails for `expectation(description:)` on Apple's systems, and for
  /// `XCTestExpectation(description:)` nowhere.
  func count(allowsExtra: Bool) throws(Reason) -> String? {
    if isInverted {
      guard let fulfillments, fulfillments != "1" else { return "0" }
      guard let number = Int(fulfillments) else {
        throw Reason(line: line, text: "an inverted expectation has a count that is no literal")
      }
      return "0...\(number - 1)"
    }
    guard assertsForOverFulfill ?? !allowsExtra else {
      guard let fulfillments else { return "1..." }
      let isSimple = fulfillments.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
      return isSimple ? "\(fulfillments)..." : "(\(fulfillments))..."
    }
    return fulfillments == "1" ? nil : fulfillments
  }
}
