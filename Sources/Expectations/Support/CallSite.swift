/// A place in the source of a test: where something was created, fulfilled or waited for.
public struct CallSite: Sendable {
  /// The module and file, as `#fileID` gives it: `MyAppTests/DocumentTests.swift`.
  public var fileID: StaticString

  /// The file's whole path, as `#filePath` gives it.
  public var filePath: StaticString

  /// The line, from 1.
  public var line: UInt

  /// The column, from 1.
  public var column: UInt

  public init(fileID: StaticString, filePath: StaticString, line: UInt, column: UInt) {
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
    self.column = column
  }
}

extension CallSite: Equatable {
  public static func == (lhs: CallSite, rhs: CallSite) -> Bool {
    lhs.line == rhs.line && lhs.column == rhs.column && lhs.fileID.description == rhs.fileID.description
  }
}

extension CallSite: CustomStringConvertible {
  /// The file's name and the line: `DocumentTests.swift:24`.
  public var description: String {
    let name = fileID.description.split(separator: "/").last ?? ""
    return "\(name):\(line)"
  }
}
