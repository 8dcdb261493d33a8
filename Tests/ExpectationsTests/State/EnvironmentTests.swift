import Testing

@testable import Expectations

/// The answers to environment variables that have no effect.
@Suite struct EnvironmentTests {
  @Test func unknownName_isAnswered_withAllNames() throws {
    let remark = try #require(EnvironmentSetting.remark(on: "EXPECTATIONS_TIMEOUT"))
    #expect(remark.hasPrefix("there is no variable EXPECTATIONS_TIMEOUT; it is ignored. There are: "))
    #expect(remark.contains("EXPECTATIONS_TIMEOUT_SCALE"))
  }

  @Test func variableOfAProduct_isAnswered_ifTheProductIsNotLinked() {
    #expect(
      EnvironmentSetting.remark(on: "EXPECTATIONS_WATCHDOG", linked: ["Exploration"])
        == "EXPECTATIONS_WATCHDOG needs the product `ExpectationsDiagnosis`, which the tests do not link; it is ignored."
    )
    #expect(EnvironmentSetting.remark(on: "EXPECTATIONS_SEED", linked: ["Exploration"]) == nil)
    #expect(EnvironmentSetting.remark(on: "EXPECTATIONS_STALL_LIMIT", linked: []) == nil)
  }

  @Test func value_isReadOnlyIfItIsValid() {
    func read(_ text: String?) -> Double? {
      EnvironmentSetting.read(
        "EXPECTATIONS_PROOFS", "a positive decimal number", in: text.map { ["EXPECTATIONS_PROOFS": $0] } ?? [:],
        by: EnvironmentSetting.positive(from:))
    }
    #expect([read(nil), read(""), read("2.5"), read("two")] == [nil, nil, 2.5, nil])
  }
}
