/// A place in the source of a test: the line that created, fulfilled or awaited something.
///
/// It holds what the compiler put into the program, so creating one costs nothing. Reports hold a ``WaitReport/Place``,
/// which is text.
package struct CallSite: Sendable {
  /// The module and file, as in `#fileID`: `MyAppTests/DocumentTests.swift`. Empty when only the line is known.
  package var fileID: StaticString

  /// The full path of the file, as in `#filePath`.
  package var filePath: StaticString

  /// The line, counted from 1.
  package var line: UInt

  /// The column, counted from 1.
  package var column: UInt

  package init(fileID: StaticString, filePath: StaticString, line: UInt, column: UInt) {
    (self.fileID, self.filePath, self.line, self.column) = (fileID, filePath, line, column)
  }

  package static func at(_ fileID: StaticString, _ filePath: StaticString, _ line: UInt, _ column: UInt) -> CallSite {
    CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

extension CallSite: Hashable {
  package static func == (lhs: CallSite, rhs: CallSite) -> Bool {
    lhs.line == rhs.line && lhs.column == rhs.column && lhs.fileID.description == rhs.fileID.description
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(line)
    hasher.combine(column)
  }
}

extension CallSite: CustomStringConvertible {
  /// The name of the file and the line: `DocumentTests.swift:24`.
  package var description: String {
    fileID.description.split(separator: "/").last.map { "\($0):\(line)" } ?? "line \(line)"
  }
}
