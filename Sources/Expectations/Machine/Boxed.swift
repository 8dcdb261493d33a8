/// A fact that is seldom there, and costs one word where it is not.
///
/// States are kept in one array and moved about in it, so their size is paid for by every event.
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
