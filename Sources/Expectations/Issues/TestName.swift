/// The name of a test of XCTest, as the texts of the library show it.
enum TestName {
  /// Returns `Class.test`, without the module, for `Class.test` and for `-[Module.Class test]`.
  ///
  /// Assumption: the name of a test case is `Class.test`, or `-[Module.Class test]` in Apple's XCTest.
  /// Check: by `Tests/Consumer/check`, whose failures name their tests.
  /// If false: texts show the whole name.
  /// Remove when: a test case provides the names of its class and its method.
  static func short(_ name: String) -> String {
    guard name.hasPrefix("-["), name.hasSuffix("]") else { return name }
    let parts = name.dropFirst(2).dropLast().split(separator: " ", maxSplits: 1)
    guard parts.count == 2 else { return name }
    let type = parts[0].split(separator: ".")
    return (type.count > 1 ? type.dropFirst() : type[...]).joined(separator: ".") + "." + parts[1]
  }
}

extension Problem {
  /// Returns the problem with a note of its test, for a problem that comes from another thread.
  func noted(inTest name: String?) -> Problem { noted("in \(Self.test(name))") }

  /// Returns the problem with a note of the test that it came too late for.
  func noted(afterTest name: String?) -> Problem { noted("noticed after \(Self.test(name)) was over") }

  private static func test(_ name: String?) -> String { name.map { "test \($0)" } ?? "a test" }
}
