import Foundation

/// XCTest does not record errors with this key that a test throws.
private let shouldIgnore = "XCTestErrorUserInfoKeyShouldIgnore"

func isIgnored(_ error: any Error) -> Bool {
  (error as? any CustomNSError)?.errorUserInfo[shouldIgnore] as? Bool == true
}

/// What a failed `XCTUnwrap` throws.
struct UnwrappingFailure: Error, CustomNSError {
  var errorUserInfo: [String: Any] { [shouldIgnore: true] }
}
