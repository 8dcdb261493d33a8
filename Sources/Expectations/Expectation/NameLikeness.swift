/// Decides whether another name may be a mistyped form of a name: it differs only in case, or in one or two letters.
struct NameLikeness: Sendable {
  private let letters: [UInt8]
  /// How many letters may be missing, added or different: one in four, and at most two, because short names are similar
  /// to many others.
  private let maximumDistance: Int

  init(_ name: String) {
    letters = Array(name.lowercased().utf8)
    maximumDistance = min(2, letters.count / 4)
  }

  /// Whether `other`, which is not the same name, is similar. Nearly all other names already differ in length.
  func isNear(_ other: String) -> Bool {
    guard abs(other.utf8.count - letters.count) <= maximumDistance else { return false }
    return Self.isWithin(maximumDistance, letters[...], Array(other.lowercased().utf8)[...])
  }

  private static func isWithin(_ maximumDistance: Int, _ one: ArraySlice<UInt8>, _ other: ArraySlice<UInt8>) -> Bool {
    let common = zip(one, other).prefix { $0 == $1 }.count
    let (one, other) = (one.dropFirst(common), other.dropFirst(common))
    guard !one.isEmpty, !other.isEmpty else { return max(one.count, other.count) <= maximumDistance }
    guard maximumDistance > 0 else { return false }
    return isWithin(maximumDistance - 1, one.dropFirst(), other.dropFirst())
      || isWithin(maximumDistance - 1, one.dropFirst(), other)
      || isWithin(maximumDistance - 1, one, other.dropFirst())
  }
}
