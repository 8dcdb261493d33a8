/// Writes small numbers as a text of digits and letters without I, L, O and U, which look like others.
///
/// A number below 16 is one character. A larger one takes one character for each four bits, and all but the last have
/// the fifth bit set. The last two characters of the text are a checksum, so a slip is found.
struct CodeDigits {
  private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)

  private(set) var characters: [UInt8] = []
  /// The remainder by a prime: each single slip changes it.
  private var sum = 7

  var checksum: [UInt8] { [Self.alphabet[sum >> 5], Self.alphabet[sum & 31]] }

  mutating func append(_ number: Int) {
    var rest = number
    while rest > 15 {
      add(rest & 15 | 16)
      rest >>= 4
    }
    add(rest)
  }

  private mutating func add(_ digit: Int) {
    characters.append(Self.alphabet[digit])
    sum = (sum * 33 + digit) % 1_021
  }

  static func text(of numbers: [Int]) -> String {
    var digits = CodeDigits()
    for number in numbers { digits.append(number) }
    return String(decoding: digits.characters + digits.checksum, as: UTF8.self)
  }

  /// Reads what `text(of:)` made; nil for any other text.
  static func numbers(in text: Substring) -> [Int]? {
    let all = Array(text.uppercased().utf8)
    var (read, numbers) = (CodeDigits(), [Int]())
    var (number, shift) = (0, 0)
    for character in all.dropLast(2) {
      guard let digit = alphabet.firstIndex(of: character), shift < 60 || shift == 60 && digit < 8 else { return nil }
      read.add(digit)
      number |= (digit & 15) << shift
      shift += 4
      guard digit < 16 else { continue }
      numbers.append(number)
      (number, shift) = (0, 0)
    }
    return shift == 0 && Array(all.suffix(2)) == read.checksum ? numbers : nil
  }
}
