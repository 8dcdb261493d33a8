// The `Encodable` code that the compiler generates for reports uses these overloads. They write seconds, which tools can
// use. A `Duration` on its own encodes as the two halves of a number of attoseconds.

extension KeyedEncodingContainer {
  mutating func encode(_ duration: Duration, forKey key: Key) throws {
    try encode(Double(duration.saturatedNanoseconds) / 1e9, forKey: key)
  }

  mutating func encodeIfPresent(_ duration: Duration?, forKey key: Key) throws {
    if let duration { try encode(duration, forKey: key) }
  }
}
