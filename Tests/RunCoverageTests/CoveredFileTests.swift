import Testing

@testable import RunCoverage

@Suite struct CoveredFileTests {
  private func texts(_ file: CoveredFile) -> [String] { file.pieces.map { "\($0.line) \($0.count) \($0.text)" } }

  @Test func piece_isTheCodeOfALineWithItsCount() {
    let file = scripted(
      """
      func save() «2ƒ{
        // Nothing.
        guard let name else «1 { return }»«1 
        é(name, «0λ{ done() }»)
      »}»
      """)
    #expect(texts(file) == ["3 2 guard let name else", "3 1 { return }", "4 1 é(name,", "4 0 { done() }"])
    #expect(file.pieces.map(\.isBranch) == [false, true, false, false])
    #expect(file.pieces.map(\.function) == [0, 0, 0, 1])
    #expect(file.parent(1) == 0 && file.parent(0) == nil)
  }

  @Test func wordsBetweenBraces_areNoCode() {
    let file = scripted("func f() «1ƒ{ if a «1 { b() }» else «0 { c() }»; do «1 { try d() }» catch «0 { e() }» }»")
    #expect(file.pieces.map(\.text) == ["{ if a", "{ b() }", "{ c() }", "{ try d() }", "{ e() }"])
  }

  @Test func autoclosure_isAPartOfTheFunctionAroundIt() {
    #expect(scripted("func f() «1ƒ{ let a = b ?? «0λ c()» }»").functions.count == 1)
    #expect(scripted("func f() «1ƒ{ a || «0λ c «0λ{ d }»» }»").functions.count == 1)
    #expect(scripted("func f() «1ƒ{ a || «1λ c «0λ{ d }»» }»").functions.count == 2)
  }

  @Test(arguments: [
    ("func save(_ a: A, completion: @escaping (Bool) -> Void) -> Int {", ["completion"]),
    ("var onEnd: (@Sendable (Int, (Int, Int)) -> Void)?", ["onEnd"]),
    ("init(then: @escaping @Sendable () async throws -> Void, or: sending () -> Int)", ["then", "or"]),
    ("func map(_ a: (Int, Int)) -> Int", []),
  ])
  func closures_areNamedByTheirDeclarations(line: String, names: [String]) {
    #expect(Declarations.closures(in: Substring(line)) == names)
  }

  @Test(arguments: [
    ("func save(_ a: A) {", "save()"), ("  init(a: A) {", "Store()"), ("  deinit {", "deinit"), ("var a: Int {", "a"),
    ("a = b {", nil),
  ])
  func name_isThatOfTheDeclaration(line: String, name: String?) {
    #expect(Declarations.name(ofFunctionAt: 1, in: [Substring(line)], type: "Store") == name)
  }

  @Test func type_isTheLastOneDeclared() {
    let lines: [Substring] = ["", "final class Store {", "  func save()", "}", "extension Int {"]
    #expect(Declarations.types(lines) == ["", "Store", "Store", "Store", "Int"])
  }
}
