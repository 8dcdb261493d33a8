import Foundation
import TestSupport

/// The one seed of everything random in these tests. It is the same in each run, but random at the full size of the
/// proofs: such a run prints it, and `SAMPLES_SEED` sets it to repeat a failure.
enum Seed {
  static let value: UInt64 = {
    let given = ProcessInfo.processInfo.environment["SAMPLES_SEED"].flatMap { UInt64($0) }
    let value = given ?? (ProofSize.isFull ? .random(in: 0...UInt64(UInt32.max)) : 1)
    ProofSize.print("SamplesTests: all randomness comes from SAMPLES_SEED=\(value)")
    return value
  }()

  /// A generator whose numbers depend only on the seed and `name`, even if tests run in parallel.
  static func generator(_ name: String, _ index: Int = 0) -> SplitMix {
    // FNV-1a is the same in every process, unlike Swift's own hash.
    let hash = name.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    return SplitMix(state: value ^ hash &+ UInt64(index) &* 0x2545_f491_4f6c_dd1d)
  }
}
