/// Combines equal requests: a plain value that makes one fetch of all requests for the same key.
///
/// Each waiter goes in with `join` and comes out once, from `leave` or from `finish`.
struct JoinedFetches<Key: Hashable, Waiter> {
  /// A fetch of a key. Another fetch of the same key has another number.
  struct Fetch: Hashable {
    var key: Key
    var number: Int
  }

  struct Ticket: Hashable {
    var fetch: Fetch
    var place: Int
  }

  private var current: [Key: (number: Int, waiters: [(place: Int, waiter: Waiter)])] = [:]
  private var count = 0

  /// `isFirst`: whether the caller must start the fetch.
  mutating func join(_ key: Key, _ waiter: Waiter) -> (ticket: Ticket, isFirst: Bool) {
    count += 1
    let isFirst = current[key] == nil
    current[key, default: (count, [])].waiters.append((count, waiter))
    return (Ticket(fetch: Fetch(key: key, number: current[key]?.number ?? count), place: count), isFirst)
  }

  /// Returns the waiter, if it still waits. `isLast`: whether it was the last waiter, so the caller must stop the
  /// fetch.
  mutating func leave(_ ticket: Ticket) -> (waiter: Waiter, isLast: Bool)? {
    let key = ticket.fetch.key
    guard isCurrent(ticket.fetch),
      let index = current[key]?.waiters.firstIndex(where: { $0.place == ticket.place }),
      let waiter = current[key]?.waiters.remove(at: index).waiter
    else { return nil }
    let isLast = current[key]?.waiters.isEmpty ?? true
    if isLast { current[key] = nil }
    return (waiter, isLast)
  }

  /// Returns whether the fetch still has a waiter.
  func isCurrent(_ fetch: Fetch) -> Bool {
    current[fetch.key]?.number == fetch.number
  }

  /// Ends the fetch and returns all its waiters; none if they have all left.
  mutating func finish(_ fetch: Fetch) -> [Waiter] {
    guard isCurrent(fetch) else { return [] }
    return current.removeValue(forKey: fetch.key)?.waiters.map(\.waiter) ?? []
  }
}

extension JoinedFetches.Fetch: Sendable where Key: Sendable {}
extension JoinedFetches.Ticket: Sendable where Key: Sendable {}
extension JoinedFetches: Sendable where Key: Sendable, Waiter: Sendable {}
