import ExpectationsBeforeTests

/// The counters of the code coverage of this image at one moment.
package struct CountersSnapshot: Sendable {
  let counts: [UInt64]

  /// Whether this is a build with coverage.
  package static var isPossible: Bool { expectations_counter_count() > 0 }

  /// Copies the counters, which takes microseconds; nil in a build without coverage.
  package static func take() -> CountersSnapshot? {
    let counters = UnsafeBufferPointer(start: expectations_counters(), count: expectations_counter_count())
    return counters.isEmpty ? nil : CountersSnapshot(counts: Array(counters))
  }

  /// A raw profile that counts what ran since.
  func profileSince() throws(Unknown) -> [UInt8] {
    let size = expectations_profile_size()
    guard size > 0 else { throw Unknown(reason: "the coverage runtime cannot write its counters to memory") }
    var isWritten = false
    var profile = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      buffer.initialize(repeating: 0)
      isWritten = expectations_write_profile(buffer.baseAddress)
      count = size
    }
    guard isWritten else { throw Unknown(reason: "the coverage runtime did not write its counters") }
    try RawProfile.subtract(counts, from: &profile)
    return profile
  }
}

/// Why what ran is not known.
struct Unknown: Error, Equatable { let reason: String }

/// The format of the file that a program with coverage leaves.
///
/// Assumption: after the header of 16 words and the bytes whose sizes are its words 2 to 4, it has the counters, of 8
/// bytes each, in the order in which they are in memory.
/// Check: at run time, by its first word, its version, and the number of the counters.
/// If false: a failed wait says that what ran is not known.
/// Remove when: the coverage runtime writes the difference between two moments.
enum RawProfile {
  private static let magic: UInt64 = 0xff6c_7072_6f66_7281
  /// That of LLVM 19 to 21. Each version may move the counters.
  static let version: UInt64 = 10
  private static let headerSize = 16 * 8
  private static let recordSize: UInt64 = 64

  /// Replaces the counters of a profile by how far they have come since.
  static func subtract(_ earlier: [UInt64], from profile: inout [UInt8]) throws(Unknown) {
    let isKnown = profile.withUnsafeMutableBytes { bytes in
      guard bytes.count >= headerSize else { return false }
      let header = (0..<16).map { bytes.loadUnaligned(fromByteOffset: $0 * 8, as: UInt64.self) }
      // The upper half has flags: with any of them, counters are of another kind.
      guard header[0] == magic, header[1] == version, header[5] == UInt64(earlier.count) else { return false }
      let sizes = [UInt64(headerSize), header[2], header[3].multipliedReportingOverflow(by: recordSize).0, header[4]]
      guard sizes.allSatisfy({ $0 <= bytes.count }) else { return false }
      let start = Int(sizes.reduce(0, +))
      guard start + earlier.count * 8 <= bytes.count else { return false }
      for (index, count) in earlier.enumerated() {
        let now = bytes.loadUnaligned(fromByteOffset: start + index * 8, as: UInt64.self)
        // A program may set its counters to zero meanwhile.
        bytes.storeBytes(of: now >= count ? now - count : now, toByteOffset: start + index * 8, as: UInt64.self)
      }
      return true
    }
    guard isKnown else { throw Unknown(reason: "the coverage counters have a format that is not known") }
  }
}
