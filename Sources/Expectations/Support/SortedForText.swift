extension Sequence {
  /// Returns the elements in order, for texts and rare events: the time to sort does not matter there.
  ///
  /// Each use of `sorted(by:)` compiles a whole sorting algorithm for its elements, which makes a clean build slower.
  /// This method uses the algorithm that the standard library contains.
  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  func sortedForText(by areInOrder: (Element, Element) -> Bool) -> [Element] { sorted(by: areInOrder) }
}
