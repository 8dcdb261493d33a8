/// The native form of a number of seconds.
enum TimeoutText {
  /// Nil for a timeout that never comes, for which there is no native form.
  static func native(_ seconds: String) -> String? {
    let digits = seconds.filter { $0 != "_" }
    guard let first = digits.first, first.isNumber, let number = Double(digits) else {
      let isEndless = seconds.contains("infinity") || seconds.contains("greatestFiniteMagnitude")
      return isEndless || seconds.hasPrefix(".") ? nil : ".seconds(\(seconds))"
    }
    guard number < 1e15 else { return nil }
    if number == number.rounded() { return ".seconds(\(Int(number)))" }
    let milliseconds = (number * 1000).rounded()
    return abs(milliseconds / 1000 - number) < 1e-12
      ? ".milliseconds(\(Int(milliseconds)))" : ".seconds(\(digits))"
  }
}
