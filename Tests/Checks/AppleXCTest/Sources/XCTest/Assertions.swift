// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The free functions record in the test that is running.

enum Current {
  private static let test = Guarded<XCTestCase?>(nil)

  static func set(_ testCase: XCTestCase?) { test.with { $0 = testCase } }

  static func record(_ text: String, file: StaticString, line: UInt) {
    guard let test = test.with({ $0 }) else { end("Parameter \"test\" must not be nil.") }
    test.record(XCTIssue(text, file: file, line: line))
  }
}

private func check(
  _ assertion: String, _ holds: Bool, _ message: String, file: StaticString, line: UInt
) {
  guard !holds else { return }
  Current.record(message.isEmpty ? "\(assertion) failed" : "\(assertion) failed - \(message)", file: file, line: line)
}

public func XCTFail(_ message: String = "", file: StaticString = #filePath, line: UInt = #line) {
  Current.record(message.isEmpty ? "failed" : "failed - \(message)", file: file, line: line)
}

public func XCTAssertTrue(
  _ expression: @autoclosure () throws -> Bool, _ message: @autoclosure () -> String = "",
  file: StaticString = #filePath, line: UInt = #line
) {
  check("XCTAssertTrue", (try? expression()) == true, message(), file: file, line: line)
}

public func XCTAssertEqual<T: Equatable>(
  _ one: @autoclosure () throws -> T, _ other: @autoclosure () throws -> T,
  _ message: @autoclosure () -> String = "", file: StaticString = #filePath, line: UInt = #line
) {
  do {
    let (first, second) = (try one(), try other())
    check("XCTAssertEqual", first == second, message(), file: file, line: line)
  } catch {
    check("XCTAssertEqual", false, "threw error \"\(error)\"", file: file, line: line)
  }
}

public func XCTAssertThrowsError<T>(
  _ expression: @autoclosure () throws -> T, _ message: @autoclosure () -> String = "",
  file: StaticString = #filePath, line: UInt = #line, _ errorHandler: (any Error) -> Void = { _ in }
) {
  do {
    _ = try expression()
    check("XCTAssertThrowsError", false, message(), file: file, line: line)
  } catch {
    errorHandler(error)
  }
}
