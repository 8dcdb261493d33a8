extension Sequence {
  /// Returns the elements in order, for texts and rare events, where the time to sort does not matter.
  ///
  /// Each use of `sorted(by:)` compiles a whole sorting algorithm for its elements, which makes a clean build slower.
  /// This method uses the algorithm that the standard library contains.
  ///
  /// Assumption: `@_semantics("optimize.sil.specialize.generic.never")` prevents the specialization of a function.
  /// Check: by `Benchmarks/build-cost`.
  /// If false: a clean build takes longer.
  /// Remove when: the language has an attribute that prevents specialization.
  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  func sortedForText(by areInOrder: (Element, Element) -> Bool) -> [Element] { sorted(by: areInOrder) }
}
