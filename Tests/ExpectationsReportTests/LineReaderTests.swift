import Foundation
import Testing

@testable import ExpectationsReport

@Suite struct LineReaderTests {
  private static func lines(_ text: String, piece: Int, longest: Int) throws -> [LineReader.Line] {
    let file = TemporaryFile(text)
    var lines: [LineReader.Line] = []
    try LineReader(piece: piece, longest: longest).forEachLine(of: file.path) { lines.append($0) }
    return lines
  }

  private static func whole(_ text: String) -> LineReader.Line { .whole(Data(text.utf8)) }

  /// Every size of a piece puts its borders elsewhere: in a line, before a line break, and after it.
  @Test(arguments: 1...12) func lines_acrossTheBordersOfPieces_areWhole(piece: Int) throws {
    #expect(
      try Self.lines("one\n\nthree\nfour\n", piece: piece, longest: 5) == ["one", "", "three", "four"].map(Self.whole))
    #expect(try Self.lines("one\ntwo", piece: piece, longest: 5) == [Self.whole("one"), .cutOff(Data("two".utf8))])
    #expect(try Self.lines("", piece: piece, longest: 5) == [])
  }

  @Test(arguments: 1...12) func line_thatIsTooLong_isLeftOut_andTheNextOnesAreRead(piece: Int) throws {
    #expect(
      try Self.lines("sixsix\n12345\nsixsix", piece: piece, longest: 5) == [.tooLong, Self.whole("12345"), .tooLong])
  }

  @Test func wait_whoseLineIsTooLong_isNamedAndLeftOut() throws {
    let wait = line("a", used: 0.5)
    let file = TemporaryFile(wait + String(repeating: "x", count: 400) + "\n" + wait)
    var count = 0
    let complaints = try WaitFile(file.path, reader: LineReader(piece: 7, longest: 300)).forEachWait { _ in count += 1 }
    #expect(count == 2)
    #expect(complaints == ["\(file.path):2: the line is too long for a wait; left out"])
  }
}
