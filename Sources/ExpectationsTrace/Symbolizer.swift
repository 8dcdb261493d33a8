import Foundation

#if os(Linux)
  /// Finds the functions, files and lines of edges, with the tools beside the compiler.
  struct Symbolizer {
    private let tools: String
    private let root: String
    private let folder: URL
    private let file: TraceFile
    /// The functions in the package's files, and those of its modules that have no line where they begin.
    private var functions: [Function] = []
    /// The first edge of the function that the library calls when the time of a wait is over.
    private(set) var timeout = 0

    /// `WaitFacts.explanation(in:)`
    private static let explanation = "$s12Expectations9WaitFactsV11explanation2in"

    private typealias Function = (symbol: String, name: String, edges: Range<Int>)
    private typealias Place = (symbol: String, file: String, line: Int)

    /// - `root`: The package. Files outside of it, and those that its builds make or check out, are not the user's.
    init(_ file: TraceFile, root: String, tools: String, folder: URL) throws {
      (self.file, self.root, self.tools, self.folder) = (file, root, tools, folder)
      let starts = file.edges.indices.filter { file.edges[$0].isEntry } + [file.edges.count]
      let places = try places(of: starts.dropLast().map { file.edges[$0].address })
      guard let explained = places.firstIndex(where: { $0.symbol.hasPrefix(Self.explanation) }) else {
        throw TraceError("the tests do not link Expectations, so no wait of it can time out")
      }
      timeout = starts[explained]
      let modules = Set(places.filter { isOwn($0.file) }.compactMap { FunctionName.module($0.symbol) })
      let own = places.indices.filter { index in
        isOwn(places[index].file)
          || places[index].line == 0 && FunctionName.module(places[index].symbol).map(modules.contains) ?? false
      }
      let names = try ToolProcess(tool: tools + "swift-demangle", arguments: ["--simplified", "--compact"])
        .output(of: own.map { places[$0].symbol + "\n" }.joined(), in: folder)
      functions = zip(own, names.components(separatedBy: "\n")).compactMap { index, name in
        let symbol = places[index].symbol
        let edges = starts[index]..<starts[index + 1]
        return FunctionName.name(symbol, name).map { (symbol: symbol, name: $0, edges: edges) }
      }
    }

    /// The edges of the package's functions.
    var edges: Set<Int> { Set(functions.flatMap(\.edges)) }

    /// Returns the code of the package's functions, given the edges that ran.
    func code(ran: Set<Int>) throws -> TracedCode {
      let addresses = file.edges.map(\.address).sorted()
      let ends = Dictionary(zip(addresses, addresses.dropFirst())) { max($0, $1) }
      // An address for each few bytes of each block: the lines of a block are those of its instructions.
      var queries: [(edge: Int, function: Function, size: Int, address: UInt64)] = []
      for function in functions {
        let hasRun = function.edges.contains(where: ran.contains)
        for edge in hasRun ? function.edges : function.edges.prefix(1) {
          let start = file.edges[edge].address
          let size = max(1, Int(min(ends[start, default: start] - start, 8192)))
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
        if numbers.updateValue(number, forKey: function) == nil { code.functions.append(function) }
        let isEntry = query.edge == query.function.edges.lowerBound && !FunctionName.isContinuation(place.symbol)
        let fresh = TracedCode.Block(function: number, lines: [], isEntry: isEntry, size: query.size)
        var block = code.blocks[query.edge] ?? fresh
        if code.sources[place.file] == nil {
          let text = (try? String(contentsOfFile: place.file, encoding: .utf8)) ?? ""
          code.sources[place.file] = text.components(separatedBy: "\n")
        }
        if block.function == number, !block.lines.contains(place.line), code.isStatement(place.file, place.line) {
          block.lines.append(place.line)
        }
        code.blocks[query.edge] = block
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
        let file = parts.dropLast(2).joined(separator: ":")
        return (String(lines[2 * index]), file, Int(parts.dropLast().last ?? "") ?? 0)
      }
    }
  }
#endif
