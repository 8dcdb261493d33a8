import Foundation

#if os(Linux)
  /// Finds the functions, files and lines of edges, with the tools beside the compiler.
  struct Symbolizer {
    private let tools: String
    private let root: String
    private let folder: URL
    private let file: TraceFile
    /// The functions in the package's files.
    private var functions: [Function] = []

    private struct Function {
      var symbol: String
      var name: String
      var edges: Range<Int>
      var image: Int
    }

    /// - `root`: The package. Files outside of it, and those that its builds make or check out, are not the user's.
    init(_ file: TraceFile, root: String, folder: URL) throws {
      (self.file, self.root, self.folder) = (file, root, folder)
      let info = try ToolProcess(tool: "swiftc", arguments: ["-print-target-info"]).output(in: folder)
      let library = info.split(separator: "\"").first { $0.hasSuffix("/lib/swift") } ?? ""
      tools = library.dropLast("/lib/swift".count) + "/bin/"
      for tool in ["llvm-symbolizer", "swift-demangle"] where !FileManager.default.isExecutableFile(atPath: tools + tool) {
        throw TraceError("this toolchain has no \(tool) in \(tools): no address can be shown as a line")
      }
      for image in file.images.indices { functions += try Self.functions(of: image, self) }
    }

    private static func functions(of image: Int, _ symbolizer: Symbolizer) throws -> [Function] {
      let (file, edges) = (symbolizer.file, symbolizer.file.images[image].edges)
      var starts = edges.filter { file.edges[$0].isEntry }
      let places = try symbolizer.places(of: starts.map { file.edges[$0].address }, in: image)
      starts.append(edges.upperBound)
      let own = places.indices.filter { symbolizer.isOwn(places[$0].file) || places[$0].line == 0 }
      let names = try FunctionName.all(of: own.map { places[$0].function }) { try symbolizer.demangled($0) }
      return zip(own, names).compactMap { index, name in
        name.map { .init(symbol: places[index].function, name: $0, edges: starts[index]..<starts[index + 1], image: image) }
      }
    }

    /// The edges of the package's functions.
    var edges: Set<Int> { Set(functions.flatMap(\.edges)) }

    /// Returns the code of the package's functions: of those that ran, all; of others, only where they begin.
    func code(ran: Set<Int>) throws -> TracedCode {
      var code = TracedCode()
      for image in file.images.indices {
        try add(functions.filter { $0.image == image }, ran, of: image, to: &code)
      }
      for file in Set(code.functions.map(\.file)) {
        code.sources[file] = try? String(contentsOfFile: file, encoding: .utf8).split(
          separator: "\n", omittingEmptySubsequences: false
        ).map(String.init)
      }
      return code
    }

    private func isOwn(_ path: String) -> Bool {
      path.hasPrefix(root) && !path.dropFirst(root.count).hasPrefix(".build") && !path.contains("/checkouts/")
    }

    private func add(_ functions: [Function], _ ran: Set<Int>, of image: Int, to code: inout TracedCode) throws {
      let addresses = file.images[image].edges.map { file.edges[$0].address }.sorted()
      // An address for each few bytes of each block: the lines of a block are those of its instructions.
      var queries: [(edge: Int, function: Function, address: UInt64)] = []
      for function in functions {
        let hasRun = function.edges.contains(where: ran.contains)
        for edge in function.edges where hasRun || edge == function.edges.lowerBound {
          let start = file.edges[edge].address
          let end = hasRun ? min(addresses.first(above: start) ?? 0, start + 8192) : 0
          for address in stride(from: start, to: max(end, start + 1), by: 4) { queries.append((edge, function, address)) }
        }
      }
      var numbers: [TracedCode.Function: Int] = [:]
      for (query, place) in zip(queries, try places(of: queries.map(\.address), in: image)) {
        guard place.line > 0, isOwn(place.file), place.function == query.function.symbol else { continue }
        let key = TracedCode.Function(name: query.function.name, file: place.file, line: 0)
        let number = numbers[key] ?? code.functions.count
        if number == code.functions.count {
          numbers[key] = number
          code.functions.append(.init(name: key.name, file: key.file, line: place.line))
        }
        let isEntry = query.edge == query.function.edges.lowerBound && !FunctionName.isContinuation(place.function)
        var block = code.blocks[query.edge] ?? .init(function: number, lines: [], isEntry: isEntry)
        if block.function == number, !block.lines.contains(place.line) { block.lines.append(place.line) }
        code.blocks[query.edge] = block
      }
    }

    private struct Place {
      var function: String
      var file: String
      var line: Int
    }

    private func places(of addresses: [UInt64], in image: Int) throws -> [Place] {
      let output = try ToolProcess(
        tool: tools + "llvm-symbolizer", arguments: ["--obj=\(file.images[image].path)", "--no-inlines", "--no-demangle"]
      ).output(of: addresses.map { "0x" + String($0, radix: 16) }.joined(separator: "\n"), in: folder)
      let lines = output.split(separator: "\n")
      guard lines.count == 2 * addresses.count else { throw TraceError("llvm-symbolizer has not answered") }
      return addresses.indices.map { index in
        let parts = lines[2 * index + 1].split(separator: ":")
        return Place(
          function: String(lines[2 * index]), file: parts.dropLast(2).joined(separator: ":"),
          line: Int(parts.dropLast().last ?? "") ?? 0)
      }
    }

    private func demangled(_ names: [String]) throws -> [String] {
      let output = try ToolProcess(tool: tools + "swift-demangle", arguments: ["--simplified", "--compact"])
        .output(of: names.joined(separator: "\n") + "\n", in: folder)
      return output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
  }
#endif

extension [UInt64] {
  /// Returns the first element of a sorted array that is greater.
  fileprivate func first(above value: UInt64) -> UInt64? {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] > value { high = middle } else { low = middle + 1 }
    }
    return low < endIndex ? self[low] : nil
  }
}
