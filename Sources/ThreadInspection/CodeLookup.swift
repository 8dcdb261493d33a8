/// Finds the functions and the lines of single addresses in this process.
package enum CodeLookup {
  package struct Place: Sendable, Equatable {
    /// A short name: `Cache.store(_:for:)`.
    package var function: String?
    /// The path of the source file.
    package var file: String?
    package var line: Int?
  }

  /// Returns what is known about addresses in code. Libraries of the system and of the toolchain are left out.
  /// - `limit`: The time after which the rest is left out.
  package static func places(of addresses: some Sequence<UInt>, limit: Duration) -> [UInt: Place] {
    #if os(Linux) && arch(x86_64)
      guard let memory = ProcessMemory(), let images = ImageMap.capture(memory) else { return [:] }
      let symbolizer = Symbolizer(images: images, memory: memory)
      let places = symbolizer.places(of: addresses.map { UInt64($0) }, WorkLimit(limit)).places
      let demangler = Demangler()
      var found: [UInt: Place] = [:]
      for (address, place) in places where !place.isSystem {
        let line = place.shownLine
        found[UInt(address)] = Place(
          function: place.isMerged ? nil : place.symbol.flatMap(demangler.name), file: line?.path, line: line?.line)
      }
      return found
    #else
      return [:]
    #endif
  }
}
