/// Finds the names and the lines of addresses in this process.
struct Symbolizer {
  let images: ImageMap
  /// The notes of an image in memory, which show whether its file is still the same.
  let memory: any MemorySource

  fileprivate struct Request {
    let image: LoadedImage
    var addresses: [UInt64]
    var isSystem: Bool { SystemImage.contains(image.path) }
  }

  /// What was found.
  struct Answer {
    var places: [UInt64: CodePlace] = [:]
    /// Whether there was no time for some images.
    var isPartial = false
    /// Whether the file of the tester's program cannot be read, is another one by now, or has neither names nor lines.
    var lacksProgram = false

    fileprivate mutating func note(_ places: [UInt64: CodePlace]?, _ request: Request) {
      if let places { self.places.merge(places) { first, _ in first } }
      if places == nil, !request.isSystem { lacksProgram = true }
    }
  }

  /// Looks up the tester's images first.
  func places(of addresses: some Sequence<UInt64>, until end: ContinuousClock.Instant) -> Answer {
    var requests: [UInt64: Request] = [:]
    for address in Set(addresses) {
      guard let image = images.image(at: address) else { continue }
      requests[image.range.lowerBound, default: Request(image: image, addresses: [])].addresses.append(address)
    }
    var answer = Answer()
    for request in requests.values.sorted(by: { !$0.isSystem && $1.isSystem }) {
      guard ContinuousClock.now < end else {
        answer.isPartial = true
        break
      }
      answer.note(places(request), request)
    }
    return answer
  }

  /// Nil when the file of the image tells nothing.
  private func places(_ request: Request) -> [UInt64: CodePlace]? {
    let image = request.image
    guard let file = ElfFile(path: image.path), BuildIdentity(file).matches(image, in: memory) else { return nil }
    let wanted = request.addresses.map { $0 &- image.bias }
    let hasLines = !request.isSystem && LineTable.exists(in: file)
    guard hasLines || request.isSystem || file.header(".symtab") != nil else { return nil }
    let lines = hasLines ? LineTable(file).lines(of: wanted) : [:]
    let symbols = SymbolTable(file).symbols(of: wanted)
    return request.addresses.reduce(into: [:]) { places, address in
      let place = address &- image.bias
      places[address] = CodePlace(
        symbol: symbols[place]?.name, symbolStart: symbols[place]?.start, address: place, line: lines[place],
        image: image.path, hasLines: hasLines, isSystem: request.isSystem)
    }
  }
}
