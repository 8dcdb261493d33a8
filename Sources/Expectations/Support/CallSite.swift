/// A place in the source of a test: the line that created, fulfilled or awaited something.
///
/// It holds what the compiler put into the program, so creating one costs nothing. Reports hold a ``WaitReport/Place``,
/// which is text.
struct CallSite: Sendable {
  /// The module and file, as in `#fileID`: `MyAppTests/DocumentTests.swift`.
  var fileID: StaticString

  /// The full path of the file, as in `#filePath`.
  var filePath: StaticString

  /// The line, counted from 1.
  var line: UInt

  /// The column, counted from 1.
  var column: UInt
}

extension CallSite: Hashable {
  static func == (lhs: CallSite, rhs: CallSite) -> Bool {
    lhs.line == rhs.line && lhs.column == rhs.column && lhs.fileID.description == rhs.fileID.description
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(line)
    hasher.combine(column)
  }
}

extension CallSite: CustomStringConvertible {
  /// The name of the file and the line: `DocumentTests.swift:24`.
  var description: String {
    let name = fileID.description.split(separator: "/").last ?? ""
    return "\(name):\(line)"
  }
}
