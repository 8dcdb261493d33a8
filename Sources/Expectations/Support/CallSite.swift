/// A place in the source of a test: where something was created, fulfilled or waited for. It is made of what the
/// compiler left in the program, so that to note one costs nothing; reports hold a ``WaitReport/Place``, which can be
/// decoded.
struct CallSite: Sendable {
  /// The module and file, as `#fileID` gives it: `MyAppTests/DocumentTests.swift`.
  var fileID: StaticString

  /// The file's whole path, as `#filePath` gives it.
  var filePath: StaticString

  /// The line, from 1.
  var line: UInt

  /// The column, from 1.
  var column: UInt
}

extension CallSite: Equatable {
  static func == (lhs: CallSite, rhs: CallSite) -> Bool {
    lhs.line == rhs.line && lhs.column == rhs.column && lhs.fileID.description == rhs.fileID.description
  }
}

extension CallSite: CustomStringConvertible {
  /// The file's name and the line: `DocumentTests.swift:24`.
  var description: String {
    let name = fileID.description.split(separator: "/").last ?? ""
    return "\(name):\(line)"
  }
}
