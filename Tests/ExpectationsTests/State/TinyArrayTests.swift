import TestSupport
import Testing

@testable import Expectations

/// A list that stores one element inline behaves like any other list.
@Suite struct TinyArrayTests {
  @Test(arguments: 0..<20) func changes_areThoseOfAnArray(seed: UInt64) {
    var generator = SplitMix(state: seed)
    var list = TinyArray<Int>()
    var array: [Int] = []
    for step in 0..<200 {
      if Int.random(in: 0..<3, using: &generator) > 0 {
        list.append(step)
        array.append(step)
      } else {
        let victim = Int.random(in: 1...3, using: &generator)
        list.removeAll { $0.isMultiple(of: victim) }
        array.removeAll { $0.isMultiple(of: victim) }
      }
      #expect(Array(list) == array)
      #expect(list.count == array.count)
      #expect(list.isEmpty == array.isEmpty)
      #expect(list.last == array.last)
      #expect(list.indices.map { list[$0] } == array)
      // Equal lists are equal values, however they were made: the interleavings compare states.
      #expect(list == TinyArray(all: array))
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
      var list = TinyArray<Thing>()
      for _ in 0..<2 { list.append(Thing()) }
      (first, second) = (list[0], list[1])
      list.removeAll { $0 === second }
      #expect(second == nil)
      #expect(list.count == 1)
    }
    #expect(first == nil)
  }
}
