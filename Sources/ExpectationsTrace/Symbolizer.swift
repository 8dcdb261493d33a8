import Foundation

#if os(Linux)
  /// Finds the functions, files and lines of edges, with the tools beside the compiler.
  struct Symbolizer {
    private let tools: String
    private let root: String
    private let folder: URL
    private let file: TraceFile
    /// The functions that may be in the package's files. Some have no line where they begin.
    private var functions: [Function] = []

    private struct Function {
      var symbol: String
      var name: String
      var edges: Range<Int>
    }

    private struct Place {
      var symbol: String
      var file: String
      var line: Int
    }

    /// - `root`: The package. Files outside of it, and those that its builds make or check out, are not the user's.
    init(_ file: TraceFile, root: String, folder: URL) throws {
      (self.file, self.root, self.folder) = (file, root, folder)
      let info = try ToolProcess(tool: "swiftc", arguments: ["-print-target-info"]).output(in: folder)
      let library = info.split(separator: "\"").first { $0.hasSuffix("/lib/swift") } ?? ""
      tools = library.dropLast("/lib/swift".count) + "/bin/"
      for tool in ["llvm-symbolizer", "swift-demangle"]
      where !FileManager.default.isExecutableFile(atPath: tools + tool) {
        throw TraceError("this toolchain has no \(tool) in \(tools): no address can be shown as a line")
      }
      let starts = file.edges.indices.filter { file.edges[$0].isEntry } + [file.edges.count]
      let places = try places(of: starts.dropLast().map { file.edges[$0].address })
      let own = places.indices.filter { isOwn(places[$0].file) || places[$0].line == 0 }
      let names = try demangled(own.map { places[$0].symbol })
      functions = zip(own, names).compactMap { index, name in
        let symbol = places[index].symbol
        return FunctionName.name(symbol, name).map {
          Function(symbol: symbol, name: $0, edges: starts[index]..<starts[index + 1])
        }
      }
    }

    /// The edges of the package's functions.
    var edges: Set<Int> { Set(functions.flatMap(\.edges)) }

    /// Returns the code of the package's functions, given the edges that ran.
    func code(ran: Set<Int>) throws -> TracedCode {
      let addresses = file.edges.map(\.address).sorted()
      // An address for each few bytes of each block: the lines of a block are those of its instructions.
      var queries: [(edge: Int, function: Function, size: Int, address: UInt64)] = []
      for function in functions {
        let hasRun = function.edges.contains(where: ran.contains)
        for edge in hasRun ? function.edges : function.edges.prefix(1) {
          let start = file.edges[edge].address
          let next = addresses.partitioningIndex { $0 > start }
          let size = next < addresses.endIndex ? Int(min(addresses[next] - start, 8192)) : 1
          for offset in stride(from: 0, to: hasRun ? size : 1, by: 4) {
            queries.append((edge, function, size, start + UInt64(offset)))
          }
        }
      }
      var code = TracedCode()
      var numbers: [TracedCode.Function: Int] = [:]
      for (query, place) in zip(queries, try places(of: queries.map(\.address))) {
        guard place.line > 0, isOwn(place.file), place.symbol == query.function.symbol else { continue }
        let function = TracedCode.Function(name: query.function.name, file: place.file)
        let number = numbers[function] ?? code.functions.count
        if number == code.functions.count {
          numbers[function] = number
          code.functions.append(function)
        }
        let isEntry = query.edge == query.function.edges.lowerBound && !FunctionName.isContinuation(place.symbol)
        let fresh = TracedCode.Block(function: number, lines: [], isEntry: isEntry, size: query.size)
        var block = code.blocks[query.edge] ?? fresh
        if block.function == number, !block.lines.contains(place.line) { block.lines.append(place.line) }
        code.blocks[query.edge] = block
      }
      for file in Set(code.functions.map(\.file)) {
        code.sources[file] = try? String(contentsOfFile: file, encoding: .utf8).components(separatedBy: "\n")
      }
      return code
    }

    private func isOwn(_ path: String) -> Bool {
      path.hasPrefix(root) && !path.dropFirst(root.count).hasPrefix(".build") && !path.contains("/checkouts/")
    }

    private func places(of addresses: [UInt64]) throws -> [Place] {
      let output = try ToolProcess(
        tool: tools + "llvm-symbolizer", arguments: ["--obj=\(file.image)", "--no-inlines", "--no-demangle"]
      ).output(of: addresses.map { "0x" + String($0, radix: 16) }.joined(separator: "\n"), in: folder)
      let lines = output.split(separator: "\n")
      guard lines.count == 2 * addresses.count else { throw TraceError("llvm-symbolizer has not answered") }
      return addresses.indices.map { index in
        let parts = lines[2 * index + 1].split(separator: ":")
        return Place(
          symbol: String(lines[2 * index]), file: parts.dropLast(2).joined(separator: ":"),
          line: Int(parts.dropLast().last ?? "") ?? 0)
      }
    }

    private func demangled(_ symbols: [String]) throws -> [String] {
      let output = try ToolProcess(tool: tools + "swift-demangle", arguments: ["--simplified", "--compact"])
        .output(of: symbols.joined(separator: "\n") + "\n", in: folder)
      return output.components(separatedBy: "\n")
    }
  }
#endif

extension [UInt64] {
  /// Returns the first index, in a sorted array, whose element meets the condition, as do all that follow.
  fileprivate func partitioningIndex(where isMet: (UInt64) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if isMet(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
