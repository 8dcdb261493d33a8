#if os(Linux) && canImport(Glibc) && _pointerBitWidth(_64)
  import Foundation

  /// The words of a loaded library through which it calls functions of other libraries.
  ///
  /// Assumption: what `dlopen` returns is the `link_map` of the library, whose addresses in the dynamic section are
  /// those in memory, and `/proc/self/mem` writes to memory that is read only.
  /// Check: the section must name the function, and the caller sees whether its replacement is called.
  /// If false: the library calls what it called before.
  /// Remove when: nothing has to be replaced.
  struct LoadedWords {
    private let base: UInt
    /// The values of the dynamic section by tag.
    private var values: [Int: UInt] = [:]

    init?(library: String) {
      guard let map = dlopen(library, RTLD_NOW | RTLD_NOLOAD) else { return nil }
      base = map.load(as: UInt.self)
      guard var entry = map.load(fromByteOffset: 16, as: UnsafeRawPointer?.self) else { return nil }
      while entry.load(as: Int.self) != 0 {
        values[entry.load(as: Int.self)] = entry.load(fromByteOffset: 8, as: UInt.self)
        entry += 16
      }
    }

    /// Writes the address of a function into each word for a name. Returns whether there was one.
    func replace(_ name: String, by function: UnsafeRawPointer) -> Bool {
      let words = self.words(for: name)
      var value = UInt(bitPattern: function)
      let file = open("/proc/self/mem", O_RDWR | O_CLOEXEC)
      guard file >= 0, !words.isEmpty else { return false }
      defer { close(file) }
      return words.allSatisfy { pwrite(file, &value, 8, off_t($0)) == 8 }
    }

    /// The addresses of the words, from the tables DT_JMPREL and DT_RELA.
    private func words(for name: String) -> [UInt] {
      guard let texts = values[5], let symbols = values[6], texts > base, symbols > base else { return [] }
      return [(23, 2), (7, 8)].flatMap { table, size -> [UInt] in
        guard let start = values[table], let length = values[size] else { return [] }
        return stride(from: start, to: start + length, by: 24).compactMap { entry in
          guard let entry = UnsafeRawPointer(bitPattern: entry) else { return nil }
          let symbol = entry.load(fromByteOffset: 8, as: UInt.self) >> 32
          guard symbol > 0, let record = UnsafeRawPointer(bitPattern: symbols + symbol * 24),
            let text = UnsafePointer<CChar>(bitPattern: texts + UInt(record.load(as: UInt32.self))),
            strcmp(text, name) == 0
          else { return nil }
          return base + entry.load(as: UInt.self)
        }
      }
    }
  }
#endif
