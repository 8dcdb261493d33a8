#if os(macOS) || os(iOS)
  import Foundation

  /// The names that the loader knows, local ones, too.
  ///
  /// Assumption: the function that begins last before an address contains it, because `dladdr` tells no sizes.
  /// Check: none is possible.
  /// If false: in an image without local names, the text names another function of that image.
  /// Remove when: the toolchain's own module for backtraces can be imported without breaking packages that have a
  /// module of its name.
  enum LoaderNames {
    static func place(of address: UInt64) -> CodePlace? {
      var information = Dl_info()
      guard let pointer = UnsafeRawPointer(bitPattern: UInt(address)), dladdr(pointer, &information) != 0,
        let path = information.dli_fname
      else { return nil }
      let image = String(cString: path)
      let function = information.dli_sname.map { name in
        SymbolTable.Symbol(
          name: String(cString: name), start: UInt64(UInt(bitPattern: information.dli_saddr)),
          size: MergedFunctions.leastSize)
      }
      return CodePlace(
        function: function, address: address, image: image, hasLines: false, isSystem: SystemImage.contains(image))
    }
  }
#endif
