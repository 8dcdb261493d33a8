import Testing

@testable import Expectations

/// A list that stores one element inline behaves like any other list.
@Suite struct FewTests {
  @Test(arguments: 0..<20) func changes_areThoseOfAnArray(seed: UInt64) {
    var generator = SplitMix(state: seed)
    var few = TinyArray<Int>()
    var array: [Int] = []
    for step in 0..<200 {
      if Int.random(in: 0..<3, using: &generator) > 0 {
        few.append(step)
        array.append(step)
      } else {
        let victim = Int.random(in: 1...3, using: &generator)
        few.removeAll { $0.isMultiple(of: victim) }
        array.removeAll { $0.isMultiple(of: victim) }
      }
      #expect(Array(few) == array)
      #expect(few.count == array.count)
      #expect(few.isEmpty == array.isEmpty)
      #expect(few.last == array.last)
      #expect(few.indices.map { few[$0] } == array)
      // The same list is the same value, however it was made: the interleavings compare states.
      #expect(few == TinyArray(all: array))
    }
  }

  @Test func oneAndAllOfOne_areTheSame() {
    #expect(TinyArray(1) == TinyArray(all: [1]))
    #expect(TinyArray<Int>() == [])
    #expect(TinyArray(1) != TinyArray(all: [1, 2]))
  }

  @Test func objects_areReleasedWithTheList() {
    final class Thing {}
    weak var first: Thing?
    weak var second: Thing?
    do {
      var few = TinyArray<Thing>()
      for _ in 0..<2 { few.append(Thing()) }
      (first, second) = (few[0], few[1])
      few.removeAll { $0 === second }
      #expect(second == nil)
      #expect(few.count == 1)
    }
    #expect(first == nil)
  }
}
