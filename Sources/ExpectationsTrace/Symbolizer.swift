import Foundation

#if os(Linux)
  /// Finds the functions, files and lines of edges, with the tools beside the compiler.
  struct Symbolizer {
    private let tools: String
    private let root: String
    private let folder: URL
    private let file: TraceFile

    /// - `root`: The package. Files outside of it, and those that its builds make or check out, are not the user's.
    init(_ file: TraceFile, root: String, folder: URL) throws {
      (self.file, self.root, self.folder) = (file, root, folder)
      let info = try ToolProcess(tool: "swiftc", arguments: ["-print-target-info"]).output(in: folder)
      let library = info.split(separator: "\"").first { $0.hasSuffix("/lib/swift") } ?? ""
      tools = library.dropLast("/lib/swift".count) + "/bin/"
      for tool in ["llvm-symbolizer", "swift-demangle"] where !FileManager.default.isExecutableFile(atPath: tools + tool) {
        throw TraceError("this toolchain has no \(tool) in \(tools): no address can be shown as a line")
      }
    }

    /// Returns the code of the package's functions: of those that ran, all; of others, only where they begin.
    func code() throws -> TracedCode {
      var code = TracedCode()
      let executed = Set(file.trace.records.map(\.edge))
      for image in file.images where FileManager.default.fileExists(atPath: image.path) {
        var starts = image.edges.filter { file.edges[$0].isEntry }
        let places = try places(of: starts.map { file.edges[$0].address }, in: image)
        starts.append(image.edges.upperBound)
        let spans = places.indices.map { (place: places[$0], edges: starts[$0]..<starts[$0 + 1]) }
        let own = spans.filter { isOwn($0.place.file) || $0.edges.contains(where: executed.contains) && $0.place.line == 0 }
        try add(own, ranOnly: executed, of: image, to: &code)
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

    private func add(
      _ spans: [(place: Place, edges: Range<Int>)], ranOnly executed: Set<Int>, of image: TraceFile.Image,
      to code: inout TracedCode
    ) throws {
      let names = try FunctionName.all(of: spans.map(\.place.function)) { try demangled($0) }
      let addresses = image.edges.map { file.edges[$0].address }.sorted()
      // An address for each few bytes of each block: the lines of a block are those of its instructions.
      var queries: [(edge: Int, span: Int)] = []
      var queried: [UInt64] = []
      for (index, span) in spans.enumerated() where names[index] != nil {
        let isRun = span.edges.contains(where: executed.contains)
        for edge in span.edges where isRun || edge == span.edges.lowerBound {
          let start = file.edges[edge].address
          let end = addresses.first(above: start) ?? start + 1
          for address in stride(from: start, to: isRun ? min(end, start + 8192) : start + 1, by: 4) {
            queries.append((edge, index))
            queried.append(address)
          }
        }
      }
      var functions: [TracedCode.Function: Int] = [:]
      for (query, place) in zip(queries, try places(of: queried, in: image)) {
        let span = spans[query.span]
        guard place.line > 0, isOwn(place.file), place.function == span.place.function else { continue }
        let key = TracedCode.Function(name: names[query.span]!, file: place.file, line: 0)
        let number = functions[key] ?? code.functions.count
        if number == code.functions.count {
          functions[key] = number
          code.functions.append(.init(name: key.name, file: key.file, line: place.line))
        }
        let isEntry = query.edge == span.edges.lowerBound && !FunctionName.isContinuation(span.place.function)
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

    private func places(of addresses: [UInt64], in image: TraceFile.Image) throws -> [Place] {
      let output = try ToolProcess(
        tool: tools + "llvm-symbolizer", arguments: ["--obj=\(image.path)", "--no-inlines", "--no-demangle"]
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
