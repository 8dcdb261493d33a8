/// Writes small numbers as a text of digits and letters without I, L, O and U, which look like others.
///
/// A number below 16 is one character. A larger one takes one character for each four bits, and all but the last have
/// the fifth bit set. The last two characters of the text are a checksum, so a slip is found.
enum CodeDigits {
  private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)

  static func text(of numbers: [Int]) -> String {
    var digits: [UInt8] = []
    for number in numbers {
      var rest = number
      while rest > 15 {
        digits.append(UInt8(rest & 15 | 16))
        rest >>= 4
      }
      digits.append(UInt8(rest))
    }
    return String(decoding: (digits + checksum(digits)).map { alphabet[Int($0)] }, as: UTF8.self)
  }

  /// Reads what `text(of:)` made; nil for any other text.
  static func numbers(in text: Substring) -> [Int]? {
    var digits: [UInt8] = []
    for character in text.uppercased().utf8 {
      guard let digit = alphabet.firstIndex(of: character) else { return nil }
      digits.append(UInt8(digit))
    }
    let sum = Array(digits.suffix(2))
    digits = digits.dropLast(2)
    guard sum == checksum(digits) else { return nil }
    var numbers: [Int] = []
    var (number, shift) = (0, 0)
    for digit in digits {
      guard shift < 60 || shift == 60 && digit < 8 else { return nil }
      number |= Int(digit & 15) << shift
      shift += 4
      guard digit < 16 else { continue }
      numbers.append(number)
      (number, shift) = (0, 0)
    }
    return shift == 0 ? numbers : nil
  }

  /// The remainder by a prime: each single slip changes it.
  private static func checksum(_ digits: [UInt8]) -> [UInt8] {
    let sum = digits.reduce(7) { ($0 * 33 + Int($1)) % 1_021 }
    return [UInt8(sum >> 5), UInt8(sum & 31)]
  }
}
