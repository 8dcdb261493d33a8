import Foundation

/// If an error that a test throws has this key, XCTest does not record the error.
private let shouldIgnore = "XCTestErrorUserInfoKeyShouldIgnore"

func isIgnored(_ error: any Error) -> Bool {
  (error as? any CustomNSError)?.errorUserInfo[shouldIgnore] as? Bool == true
}

/// The error with which a test skips itself.
public struct XCTSkip: Error {
  public init(_ message: @autoclosure () -> String? = nil) {}
}
