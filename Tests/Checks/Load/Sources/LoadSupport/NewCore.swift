extension Shape {
  /// What only this core has.
  static let others: [Shape] = []
}
