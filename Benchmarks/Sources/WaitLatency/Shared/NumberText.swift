/// Formats numbers for readers.
enum NumberText {
  /// Groups the digits, whatever the locale: 12,345.
  static func grouped(_ value: Int) -> String {
    let digits = Array(String(abs(value)))
    var text = value < 0 ? "-" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { text.append(",") }
      text.append(digit)
    }
    return text
  }
}
