import Foundation
import Testing

@testable import ThreadInspection

@Suite struct SymbolTableTests {
  private func file(_ symbols: [UInt8]) throws -> ElfFile {
    let path = NSTemporaryDirectory() + "symbols-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let bytes = ElfSample.file(sections: [
      (".text", 1, [UInt8](repeating: 0x90, count: 16)), (".strtab", 3, Array("\0f\0g\0".utf8)),
      (".symtab", 2, symbols),
    ])
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    return try #require(ElfFile(path: path))
  }

  @Test func address_hasTheFunctionAroundIt() throws {
    let file = try file(
      ElfSample.symbol(name: 1, value: 0x1000, size: 16) + ElfSample.symbol(name: 3, value: 0x1010, size: 4))
    let symbols = SymbolTable(file).symbols(of: [0xfff, 0x1000, 0x100f, 0x1010, 0x1014])
    #expect(symbols.mapValues(\.name) == [0x1000: "f", 0x100f: "f", 0x1010: "g"])
    #expect(symbols[0x100f]?.start == 0x1000)
  }

  @Test func nestedFunctions_giveTheInnerOne() throws {
    let file = try file(
      ElfSample.symbol(name: 1, value: 0x1000, size: 16) + ElfSample.symbol(name: 3, value: 0x1004, size: 4))
    #expect(SymbolTable(file).symbols(of: [0x1005, 0x1009]).mapValues(\.name) == [0x1005: "g", 0x1009: "f"])
  }

  @Test func equalSymbols_areShared() throws {
    let file = try file(
      ElfSample.symbol(name: 1, value: 0x1000, size: 16) + ElfSample.symbol(name: 3, value: 0x1000, size: 16)
        + ElfSample.symbol(name: 3, value: 0x1010, size: 16))
    let symbols = SymbolTable(file).symbols(of: [0x1005, 0x1015])
    #expect(symbols.mapValues(\.isShared) == [0x1005: true, 0x1015: false])
  }

  @Test func sections_areFoundByName() throws {
    let file = try file([])
    #expect(file.section(".text") == [UInt8](repeating: 0x90, count: 16))
    #expect(file.header(".text")?.address == 0x1000)
    #expect(file.section(".data") == nil)
  }

  @Test func fileThatShrinks_givesNothing() throws {
    let path = NSTemporaryDirectory() + "shrinks-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data(ElfSample.small).write(to: URL(fileURLWithPath: path))
    let file = try #require(ElfFile(path: path))
    #expect(truncate(path, 70) == 0)
    #expect(file.section(".text") == nil)
    #expect(SymbolTable(file).symbols(of: [0x1000]).isEmpty)
  }

  @Test func folder_isNoElfFile() {
    #expect(ElfFile(path: "/tmp") == nil)
    #expect(ElfFile(path: "/etc/passwd") == nil)
  }
}
