import Testing

@testable import Expectations

/// The number of processors that the process may use.
@Suite struct ProcessorCountTests {
  @Test(arguments: [("3", 2), ("1", 1), ("ff,ffffffff", 40), ("00000000,00000005", 2)])
  func allowed_isTheNumberOfBits(mask: String, count: Int) {
    #expect(ProcessorCount.allowed(in: "Name:\tswift\nCpus_allowed:\t\(mask)\nCpus_allowed_list:\t0-1\n") == count)
  }

  @Test(arguments: ["", "Name:\tabc\n", "Cpus_allowed:\t0\n", "Cpus_allowed_list:\t0-1\n"])
  func allowed_withoutAMask_isNotKnown(status: String) {
    #expect(ProcessorCount.allowed(in: status) == nil)
  }

  @Test func usable_isAtLeastOne() {
    #expect(ProcessorCount.usable >= 1)
  }
}
