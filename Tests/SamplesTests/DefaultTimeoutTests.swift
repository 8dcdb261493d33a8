import Expectations
import Testing

@Suite(.defaultTimeout(.seconds(7)))
struct DefaultTimeoutTests {
  @Test func suite_givesItToItsTests() {
    #expect(ExpectationDefaults.timeout == .seconds(7))
  }

  @Test(.defaultTimeout(.seconds(8))) func test_hasItsOwn() async {
    #expect(ExpectationDefaults.timeout == .seconds(8))
  }
}
