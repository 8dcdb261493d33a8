// The `Codable` code that the compiler generates for reports uses these overloads. They write seconds, which tools can
// use. A `Duration` on its own encodes as the two halves of a number of attoseconds.

extension KeyedEncodingContainer {
  mutating func encode(_ duration: Duration, forKey key: Key) throws {
    try encode(Double(duration.saturatedNanoseconds) / 1e9, forKey: key)
  }

  mutating func encodeIfPresent(_ duration: Duration?, forKey key: Key) throws {
    if let duration { try encode(duration, forKey: key) }
  }
}

extension KeyedDecodingContainer {
  func decode(_ type: Duration.Type, forKey key: Key) throws -> Duration {
    let nanoseconds = (try decode(Double.self, forKey: key) * 1e9).rounded()
    return .nanoseconds(Int64(exactly: nanoseconds) ?? (nanoseconds < 0 ? .min : .max))
  }

  func decodeIfPresent(_ type: Duration.Type, forKey key: Key) throws -> Duration? {
    contains(key) ? try decode(type, forKey: key) : nil
  }
}
