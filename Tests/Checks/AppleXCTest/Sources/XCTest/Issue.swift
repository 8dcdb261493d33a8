public final class XCTSourceCodeLocation: Sendable {
  public let filePath: String
  public let lineNumber: Int

  public init(filePath: String, lineNumber: Int) {
    self.filePath = filePath
    self.lineNumber = lineNumber
  }
}

public final class XCTSourceCodeContext: Sendable {
  public let location: XCTSourceCodeLocation?

  public init(location: XCTSourceCodeLocation? = nil) {
    self.location = location
  }
}

public struct XCTIssue: Sendable {
  public enum IssueType: Sendable {
    case assertionFailure
    case thrownError
  }

  public var type: IssueType
  public var compactDescription: String
  public var sourceCodeContext: XCTSourceCodeContext

  public init(type: IssueType, compactDescription: String, sourceCodeContext: XCTSourceCodeContext = .init()) {
    self.type = type
    self.compactDescription = compactDescription
    self.sourceCodeContext = sourceCodeContext
  }

  init(_ text: String, file: StaticString, line: UInt) {
    let location = XCTSourceCodeLocation(filePath: "\(file)", lineNumber: Int(line))
    self.init(
      type: .assertionFailure, compactDescription: text, sourceCodeContext: XCTSourceCodeContext(location: location))
  }

  /// The line that Xcode and `xctest` print.
  func line(for test: String) -> String {
    let location = sourceCodeContext.location
    return "\(location?.filePath ?? "<unknown>"):\(location?.lineNumber ?? 0): error: \(test) : \(compactDescription)"
  }
}
