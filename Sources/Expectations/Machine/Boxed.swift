/// An optional value that is usually absent and then takes only one word.
///
/// States are stored and moved in one array, so their size affects the cost of every event.
indirect enum Boxed<Value> {
  case none
  case some(Value)

  init(_ value: Value?) {
    self = value.map { .some($0) } ?? .none
  }

  var value: Value? {
    if case .some(let value) = self { value } else { nil }
  }
}

extension Boxed: Equatable where Value: Equatable {}
extension Boxed: Hashable where Value: Hashable {}
extension Boxed: Sendable where Value: Sendable {}
