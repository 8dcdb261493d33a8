#if os(Linux) && arch(x86_64) && canImport(Glibc)
  import Foundation
  import TestSupport
  import Testing

  @testable import ThreadInspection

  /// Compares lines with those that the toolchain's own tool finds.
  @Suite(.ownThreads) struct LineTableTests {
    @Test(.enabled(if: Symbolizer.exists, "the toolchain has no llvm-symbolizer"))
    func randomAddresses_haveTheLinesOfTheToolchain() throws {
      let path = try #require(Symbolizer.ownImage)
      let file = try #require(ElfFile(path: path))
      let code = try #require(file.header(".text"))
      let addresses = (0..<400).map { _ in UInt64.random(in: code.address..<code.address + code.size) }
      let own = LineTable(file, allLanguages: true).lines(of: addresses).lines
      let theirs = try Symbolizer.lines(of: addresses, in: path)
      try #require(theirs.count == addresses.count)
      let different = zip(addresses, theirs).filter { address, line in
        own[address].map { "\($0.path):\($0.number)" } ?? "?" != line
      }
      #expect(different.isEmpty, "\(different.map { (String($0.0, radix: 16), $0.1, own[$0.0]?.number ?? -1) })")
      #expect(own.count > 300)
    }

    @Test func swiftUnits_sufficeForSwiftCode() throws {
      let file = try #require(Symbolizer.ownImage.flatMap { ElfFile(path: $0) })
      let code = try #require(file.header(".text"))
      let addresses = (0..<400).map { _ in UInt64.random(in: code.address..<code.address + code.size) }
      let all = LineTable(file, allLanguages: true).lines(of: addresses).lines.filter {
        $0.value.path.hasSuffix(".swift")
      }
      let swift = LineTable(file).lines(of: addresses).lines
      #expect(all.allSatisfy { swift[$0.key] == $0.value })
    }

    /// The program of `llvm-symbolizer`.
    enum Symbolizer {
      private static let candidates = ["/opt/swift/usr/bin", "/usr/bin", "/usr/local/bin"]

      private static var path: String? {
        let folders =
          ProcessInfo.processInfo.environment["PATH"].map { $0.split(separator: ":").map(String.init) } ?? []
        return (folders + candidates).map { $0 + "/llvm-symbolizer" }.first {
          FileManager.default.isExecutableFile(atPath: $0)
        }
      }

      static var exists: Bool { path != nil && ownImage != nil }

      static var ownImage: String? {
        guard let memory = ProcessMemory(), let images = ImageMap.capture(memory) else { return nil }
        return images.images.map(\.path).first(where: isOwnImage)
      }

      /// Whether a path is that of the image with the tests: the program itself, or a library that it loads, as the
      /// build system likes.
      static func isOwnImage(_ path: String) -> Bool {
        path.hasSuffix(".xctest") || path.hasSuffix("/ThreadInspectionTests.so")
      }

      static func lines(of addresses: [UInt64], in image: String) throws -> [String] {
        let process = Process()
        process.executableURL = path.map { URL(fileURLWithPath: $0) }
        process.arguments =
          ["--obj=\(image)", "--no-inlines", "--functions=none", "--output-style=GNU"]
          + addresses.map { "0x" + String($0, radix: 16) }
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return text.split(separator: "\n").map { line in
          line.hasPrefix("??") ? "?" : String(line.prefix { $0 != " " })
        }
      }
    }
  }
#endif
