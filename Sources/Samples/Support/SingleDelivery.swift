/// Delivers the first of several results that race, and drops the others.
final class SingleDelivery<Value: Sendable>: Sendable {
  private let deliver: Locked<(@Sendable (Value) -> Void)?>

  init(_ deliver: @escaping @Sendable (Value) -> Void) {
    self.deliver = Locked(deliver)
  }

  var isDone: Bool { deliver.withLock { $0 == nil } }

  func finish(_ value: Value) {
    let deliver = deliver.withLock { deliver in
      defer { deliver = nil }
      return deliver
    }
    deliver?(value)
  }
}
