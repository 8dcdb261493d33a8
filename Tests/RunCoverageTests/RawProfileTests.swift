import Testing

@testable import RunCoverage

@Suite struct RawProfileTests {
  @Test func counters_afterSubtraction_countWhatRanSince() throws {
    var bytes = profile([5, 7, 9])
    try RawProfile.subtract([5, 4, 0], from: &bytes)
    #expect(bytes == profile([0, 3, 9]))
  }

  @Test func counterThatWasSetToZero_countsFromThere() throws {
    var bytes = profile([2])
    try RawProfile.subtract([40], from: &bytes)
    #expect(bytes == profile([2]))
  }

  @Test(arguments: [
    profile([1], version: 9), profile([1], version: 10 | 1 << 60),
    profile([1], magic: 0), profile([1, 2]), [], [1, 2, 3] as [UInt8],
    profile([1]).dropLast(17),
  ])
  func profileOfAnotherFormat_isNotChanged(_ bytes: [UInt8]) {
    var changed = bytes
    #expect(throws: Unknown(reason: "the coverage counters have a format that is not known")) {
      try RawProfile.subtract([1], from: &changed)
    }
    #expect(changed == bytes)
  }

  @Test func sizesThatOverflow_areAnotherFormat() {
    for field in [2, 3, 4] {
      var bytes = profile([1])
      bytes.replaceSubrange(field * 8..<field * 8 + 8, with: Array(repeating: 0xff, count: 8))
      #expect(throws: Unknown.self) { try RawProfile.subtract([1], from: &bytes) }
    }
  }
}

/// A profile of two functions, with bytes of other sections around the counters.
private func profile(
  _ counters: [UInt64], version: UInt64 = RawProfile.version, magic: UInt64 = 0xff6c_7072_6f66_7281
) -> [UInt8] {
  let header: [UInt64] = [magic, version, 8, 2, 8, UInt64(counters.count)] + Array(repeating: 0, count: 10)
  let before = Array(repeating: UInt64.max, count: 1 + 2 * 8 + 1)
  return (header + before + counters + [.max]).flatMap { word in
    (0..<8).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) }
  }
}
