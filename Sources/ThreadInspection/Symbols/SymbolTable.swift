/// Finds the functions and variables that contain addresses. A table of symbols is not sorted, so one pass serves all
/// addresses.
struct SymbolTable {
  struct Symbol: Sendable, Hashable {
    /// As the linker knows it.
    let name: String
    /// The address of its first byte, before relocation.
    let start: UInt64
    /// Whether another symbol has exactly the same bytes.
    var isShared = false
  }

  private struct Hit {
    var start: UInt64
    var size: UInt64
    var name: UInt32
    var isShared = false
  }

  private let file: ElfFile

  init(_ file: ElfFile) {
    self.file = file
  }

  /// Returns the symbols of those addresses (before relocation) that lie in one with a symbol.
  func symbols(of addresses: [UInt64]) -> [UInt64: Symbol] {
    guard !addresses.isEmpty else { return [:] }
    var found: [UInt64: Symbol] = [:]
    // The second table is a part of the first one, which a stripped file does not have.
    for table in [".symtab", ".dynsym"] {
      let open = addresses.filter { found[$0] == nil }.sorted()
      found.merge(symbols(of: open, in: table)) { first, _ in first }
    }
    return found
  }

  private func symbols(of addresses: [UInt64], in table: String) -> [UInt64: Symbol] {
    guard !addresses.isEmpty, let header = file.header(table), let bytes = file.contents(header),
      file.sections.indices.contains(Int(header.link))
    else { return [:] }
    let names = file.sections[Int(header.link)]
    return Self.hits(bytes, addresses).compactMapValues { hit in
      file.text(in: names, at: UInt64(hit.name)).map {
        Symbol(name: $0, start: hit.start, isShared: hit.isShared)
      }
    }
  }

  /// An entry of the table, with the places of its fields in the file.
  private struct Entry {
    var name: UInt32
    var info: UInt8
    var visibility: UInt8
    var section: UInt16
    var value: UInt64
    var size: UInt64

    /// Whether it is a variable, a function, or a function that the loader chooses.
    var isUsed: Bool { [1, 2, 10].contains(info & 15) }
  }

  private static func hits(_ bytes: [UInt8], _ addresses: [UInt64]) -> [UInt64: Hit] {
    var hits: [UInt64: Hit] = [:]
    guard let first = addresses.first, let last = addresses.last else { return hits }
    bytes.withUnsafeBytes { buffer in
      guard let entries = buffer.baseAddress?.assumingMemoryBound(to: Entry.self) else { return }
      let count = buffer.count / MemoryLayout<Entry>.stride
      var index = 0
      // Steps by hand: a loop over a range takes several times as long in a debug build.
      while index < count {
        let entry = entries[index]
        index += 1
        guard entry.value <= last, entry.isUsed, entry.size > 0, entry.value > first || first - entry.value < entry.size
        else { continue }
        note(Hit(start: entry.value, size: entry.size, name: entry.name), addresses, &hits)
      }
    }
    return hits
  }

  private static func note(_ hit: Hit, _ addresses: [UInt64], _ hits: inout [UInt64: Hit]) {
    var index = addresses.firstIndex(notBefore: hit.start)
    while index < addresses.count, addresses[index] &- hit.start < hit.size {
      // Of nested or equal symbols the first one with the latest start is the most exact.
      if let other = hits[addresses[index]], other.start >= hit.start {
        if other.start == hit.start, other.size == hit.size { hits[addresses[index]]?.isShared = true }
      } else {
        hits[addresses[index]] = hit
      }
      index += 1
    }
  }
}

extension [UInt64] {
  /// In a sorted array, the index of the first element that is not less than `value`.
  func firstIndex(notBefore value: UInt64) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < value { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
