/// Finds the names and the lines of addresses in this process.
struct Symbolizer {
  let images: ImageMap
  /// The notes of an image in memory, which show whether its file is still the same.
  let memory: any MemorySource

  private struct Request {
    let image: LoadedImage
    var addresses: [UInt64]
    var isSystem: Bool { SystemImage.contains(image.path) }
  }

  /// What was found.
  struct Answer {
    var places: [UInt64: CodePlace] = [:]
    /// Whether there was no time for the names in some images.
    var lacksNames = false
    /// Whether there was no time for some lines.
    var lacksLines = false
    /// Whether the file of your program cannot be read, is another one by now, or has neither names nor lines.
    var lacksProgram = false
    /// The files with lines, by the first address of their images.
    fileprivate var files: [UInt64: ElfFile] = [:]
  }

  /// Looks up names, and then lines.
  /// - `addresses`: The most important ones first.
  func places(of addresses: [UInt64], _ limit: WorkLimit = WorkLimit { 0 }) -> Answer {
    var answer = names(of: addresses, limit.until(0.5))
    readLines(of: addresses, &answer, limit)
    return answer
  }

  /// Looks up names: in your images first, then in those of most addresses. The first image does not ask for
  /// the limit.
  func names(of addresses: [UInt64], _ limit: WorkLimit) -> Answer {
    var answer = Answer()
    let requests = requests(addresses).sorted {
      $0.isSystem == $1.isSystem ? $0.addresses.count > $1.addresses.count : !$0.isSystem
    }
    for (index, request) in requests.enumerated() {
      guard index == 0 || !limit.isReached else {
        answer.lacksNames = true
        break
      }
      readNames(request, &answer)
    }
    return answer
  }

  /// Looks up the lines of those addresses that have a name by now, or lie in an image without names.
  func readLines(of addresses: [UInt64], _ answer: inout Answer, _ limit: WorkLimit) {
    for request in requests(addresses) {
      guard let file = answer.files[request.image.range.lowerBound] else { continue }
      let bias = request.image.bias
      let found = LineTable(file).lines(of: request.addresses.map { $0 &- bias }, limit)
      for address in request.addresses {
        answer.places[address]?.line = found.lines[address &- bias]
        if found.lines[address &- bias]?.isOptimized == true { answer.places[address]?.isOptimized = true }
        answer.places[address]?.isLineRead = !found.unread.contains(address &- bias)
      }
      if !found.unread.isEmpty { answer.lacksLines = true }
    }
  }

  /// The addresses of each image, in their order.
  private func requests(_ addresses: [UInt64]) -> [Request] {
    var requests: [Request] = []
    var indices: [UInt64: Int] = [:]
    var seen: Set<UInt64> = []
    for address in addresses where seen.insert(address).inserted {
      guard let image = images.image(at: address) else { continue }
      let index = indices[image.range.lowerBound] ?? requests.count
      if index == requests.count { requests.append(Request(image: image, addresses: [])) }
      indices[image.range.lowerBound] = index
      requests[index].addresses.append(address)
    }
    return requests
  }

  private func readNames(_ request: Request, _ answer: inout Answer) {
    let image = request.image
    guard let file = file(request) else {
      if !request.isSystem { answer.lacksProgram = true }
      return
    }
    let hasLines = !request.isSystem && LineTable.exists(in: file)
    if hasLines { answer.files[image.range.lowerBound] = file }
    let isOptimized = hasLines && LineTable(file).isOptimized
    let symbols = SymbolTable(file).symbols(of: request.addresses.map { $0 &- image.bias })
    for address in request.addresses {
      let place = address &- image.bias
      answer.places[address] = CodePlace(
        function: symbols[place], address: place, isOptimized: isOptimized, isLineRead: !hasLines, image: image.path,
        hasLines: hasLines,
        isSystem: request.isSystem)
    }
  }

  /// Nil when the file of the image tells nothing.
  private func file(_ request: Request) -> ElfFile? {
    guard let file = ElfFile(path: request.image.path), file.matches(request.image, in: memory)
    else { return nil }
    return request.isSystem || LineTable.exists(in: file) || file.header(".symtab") != nil ? file : nil
  }
}
