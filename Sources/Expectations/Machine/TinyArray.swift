/// An array that usually has one element, stored in place without a memory allocation.
enum TinyArray<Element> {
  case none
  case one(Element)
  /// Two or more elements.
  case many([Element])

  init() { self = .none }

  init(_ element: Element) { self = .one(element) }

  init(all elements: [Element]) {
    switch elements.count {
    case 0: self = .none
    case 1: self = .one(elements[0])
    default: self = .many(elements)
    }
  }

  /// Calls `body` with each element. In a debug build, a loop takes much longer.
  func visit(_ body: (Element) -> Void) {
    switch self {
    case .none: break
    case .one(let element): body(element)
    case .many(let elements): for element in elements { body(element) }
    }
  }

  mutating func append(_ element: Element) {
    switch consume self {
    case .none:
      self = .one(element)
    case .one(let first):
      self = .many([first, element])
    case .many(var elements):
      elements.append(element)
      self = .many(elements)
    }
  }

  mutating func removeAll(where isUnwanted: (Element) -> Bool) {
    switch consume self {
    case .none:
      self = .none
    case .one(let element):
      self = isUnwanted(element) ? .none : .one(element)
    case .many(var elements):
      elements.removeAll(where: isUnwanted)
      self = TinyArray(all: elements)
    }
  }
}

extension TinyArray: RandomAccessCollection {
  var startIndex: Int { 0 }
  var endIndex: Int { count }

  // The defaults are slow in a debug build.
  func index(after position: Int) -> Int { position + 1 }
  func formIndex(after position: inout Int) { position += 1 }
  var isEmpty: Bool { if case .none = self { true } else { false } }

  var count: Int {
    switch self {
    case .none: 0
    case .one: 1
    case .many(let elements): elements.count
    }
  }

  subscript(position: Int) -> Element {
    switch self {
    case .none:
      preconditionFailure("there is nothing in the list")
    case .one(let element):
      precondition(position == 0, "there is one thing in the list")
      return element
    case .many(let elements):
      return elements[position]
    }
  }
}

extension TinyArray: ExpressibleByArrayLiteral {
  init(arrayLiteral elements: Element...) { self.init(all: elements) }
}

extension TinyArray: Equatable where Element: Equatable {}
extension TinyArray: Hashable where Element: Hashable {}
extension TinyArray: Sendable where Element: Sendable {}

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
