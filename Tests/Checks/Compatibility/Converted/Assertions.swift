// swift-format-ignore-file: AlwaysUseLowerCamelCase
import Foundation
import Testing

// XCTest's assertions, on Swift Testing's, for suites that are not edited by hand: `suite` adds this file to them.

func XCTAssert(
  _ value: @autoclosure () throws -> Bool, _ message: @autoclosure () -> String = "",
  sourceLocation: SourceLocation = #_sourceLocation
) { check("is true", message, sourceLocation) { try value() } }

func XCTAssertTrue(
  _ value: @autoclosure () throws -> Bool, _ message: @autoclosure () -> String = "",
  sourceLocation: SourceLocation = #_sourceLocation
) { check("is true", message, sourceLocation) { try value() } }

func XCTAssertFalse(
  _ value: @autoclosure () throws -> Bool, _ message: @autoclosure () -> String = "",
  sourceLocation: SourceLocation = #_sourceLocation
) { check("is false", message, sourceLocation) { try !value() } }

func XCTAssertNil(
  _ value: @autoclosure () throws -> Any?, _ message: @autoclosure () -> String = "",
  sourceLocation: SourceLocation = #_sourceLocation
) { check("is nil", message, sourceLocation) { try value() == nil } }

func XCTAssertNotNil(
  _ value: @autoclosure () throws -> Any?, _ message: @autoclosure () -> String = "",
  sourceLocation: SourceLocation = #_sourceLocation
) { check("is not nil", message, sourceLocation) { try value() != nil } }

func XCTAssertEqual<T: Equatable>(
  _ one: @autoclosure () throws -> T, _ other: @autoclosure () throws -> T, _ message: @autoclosure () -> String = "",
  sourceLocation: SourceLocation = #_sourceLocation
) { check("is equal", message, sourceLocation) { try one() == other() } }

func XCTAssertNotEqual<T: Equatable>(
  _ one: @autoclosure () throws -> T, _ other: @autoclosure () throws -> T, _ message: @autoclosure () -> String = "",
  sourceLocation: SourceLocation = #_sourceLocation
) { check("is not equal", message, sourceLocation) { try one() != other() } }

func XCTAssertGreaterThan<T: Comparable>(
  _ one: @autoclosure () throws -> T, _ other: @autoclosure () throws -> T, _ message: @autoclosure () -> String = "",
  sourceLocation: SourceLocation = #_sourceLocation
) { check("is greater", message, sourceLocation) { try one() > other() } }

func XCTAssertGreaterThanOrEqual<T: Comparable>(
  _ one: @autoclosure () throws -> T, _ other: @autoclosure () throws -> T, _ message: @autoclosure () -> String = "",
  sourceLocation: SourceLocation = #_sourceLocation
) { check("is greater or equal", message, sourceLocation) { try one() >= other() } }

func XCTAssertThrowsError<T>(
  _ value: @autoclosure () throws -> T, _ message: @autoclosure () -> String = "",
  sourceLocation: SourceLocation = #_sourceLocation, _ handler: (any Error) -> Void = { _ in }
) {
  do {
    _ = try value()
    Issue.record("did not throw \(message())", sourceLocation: sourceLocation)
  } catch {
    handler(error)
  }
}

func XCTFail(_ message: String = "", sourceLocation: SourceLocation = #_sourceLocation) {
  Issue.record("\(message)", sourceLocation: sourceLocation)
}

private func check(
  _ what: String, _ message: () -> String, _ sourceLocation: SourceLocation, _ value: () throws -> Bool
) {
  do {
    let isRight = try value()
    #expect(isRight, "\(what) \(message())", sourceLocation: sourceLocation)
  } catch {
    Issue.record(error, "\(message())", sourceLocation: sourceLocation)
  }
}
