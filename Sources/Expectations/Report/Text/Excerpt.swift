/// The beginning and the end of a range of a list, to keep the text of a long list short.
struct Excerpt<Element> {
  /// How many elements of the list precede the range.
  var offset: Int
  var first: [Element]
  /// How many elements between `first` and `last` are left out.
  var omitted: Int
  var last: [Element]

  var count: Int { first.count + omitted + last.count }

  private static var half: Int { 10 }

  init(_ list: [Element], _ range: Range<Int>) {
    offset = range.lowerBound
    guard range.count > 2 * Self.half else {
      first = Array(list[range])
      omitted = 0
      last = []
      return
    }
    first = Array(list[range].prefix(Self.half))
    omitted = range.count - 2 * Self.half
    last = Array(list[range].suffix(Self.half))
  }

  private init(offset: Int, first: [Element], omitted: Int, last: [Element]) {
    self.offset = offset
    self.first = first
    self.omitted = omitted
    self.last = last
  }

  func map<Other>(_ transform: (Element) -> Other) -> Excerpt<Other> {
    Excerpt<Other>(offset: offset, first: first.map(transform), omitted: omitted, last: last.map(transform))
  }
}

extension Excerpt: Sendable where Element: Sendable {}
