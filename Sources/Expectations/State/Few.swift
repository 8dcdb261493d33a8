/// A list that has one element nearly always: the first is kept in place, so that one takes no memory of its own.
struct Few<Element> {
  private var head: Element?
  private var tail: [Element] = []

  init() {}

  init(_ element: Element) { head = element }

  init(all elements: [Element]) {
    head = elements.first
    tail = Array(elements.dropFirst())
  }

  mutating func append(_ element: Element) {
    if head == nil {
      head = element
    } else {
      tail.append(element)
    }
  }

  mutating func removeAll(where isUnwanted: (Element) throws -> Bool) rethrows {
    if !tail.isEmpty { try tail.removeAll(where: isUnwanted) }
    if let first = head, try isUnwanted(first) {
      head = tail.isEmpty ? nil : tail.removeFirst()
    }
  }
}

extension Few: RandomAccessCollection {
  var startIndex: Int { 0 }
  var endIndex: Int { head == nil ? 0 : 1 + tail.count }

  subscript(position: Int) -> Element { position == 0 ? head! : tail[position - 1] }
}

extension Few: ExpressibleByArrayLiteral {
  init(arrayLiteral elements: Element...) { self.init(all: elements) }
}

extension Few: Equatable where Element: Equatable {}
extension Few: Hashable where Element: Hashable {}
extension Few: Sendable where Element: Sendable {}
