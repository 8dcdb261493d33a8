#if canImport(Runtime) && os(Linux)
  import Foundation
  import Runtime
#endif

/// A place in the program: a function, and its line if there is debugging information.
struct CodePlace: Equatable, Sendable {
  /// The function without its module and generic arguments: `AsyncLock.lock()`.
  var function: String
  /// The name of the file and the line: `AsyncLock.swift:59`.
  var line: String?
  /// The full path of the file.
  var path: String?
}

/// Finds the functions and lines of addresses.
///
/// Assumption: the module `Runtime` decodes a `Backtrace` from the compact format below: a byte 2, and for each address
/// a byte 0x37 and the difference from the address before, in 8 bytes, the highest first; a byte 0 ends the list.
/// Check: at first use, with addresses that are encoded and read back.
/// If false: texts name tasks by letters only, and a stuck task shows no line.
/// Remove when: `Backtrace` can be made of addresses.
enum CodeSymbols {
  #if canImport(Runtime) && os(Linux)
    /// Returns the places of addresses at which tasks resume, the innermost first where functions are inlined.
    ///
    /// System functions and thunks are left out. The first call for an address takes some milliseconds in a large
    /// program, because it reads all debugging information.
    static func places(of addresses: Set<UInt>) -> [UInt: [CodePlace]] {
      let missing = known.withLock { known in addresses.filter { known[$0] == nil } }.filter { !isSystem($0) }
      if !missing.isEmpty {
        let found = lookUp(missing)
        known.withLock { known in for address in missing { known[address] = found[address] ?? [] } }
      }
      return known.withLock { known in known.filter { addresses.contains($0.key) } }
    }

    /// The places that have been looked up. The code of a program does not move.
    private static let known = Locked<[UInt: [CodePlace]]>([:])

    private static func lookUp(_ addresses: Set<UInt>) -> [UInt: [CodePlace]] {
      let images = images
      guard isUnderstood, let backtrace = backtrace(of: addresses.sorted()),
        let symbols = turn.withLock({ _ in backtrace.symbolicated(with: images) })
      else { return [:] }
      var places: [UInt: [CodePlace]] = [:]
      for frame in symbols.frames where !frame.isSwiftThunk && !frame.isSystem {
        guard let symbol = frame.symbol else { continue }
        places[address(frame.captured.originalProgramCounter), default: []].append(place(of: symbol))
      }
      return places
    }

    /// Whether an address is in a library of the toolchain or of the system, which calls no test.
    private static func isSystem(_ address: UInt) -> Bool {
      guard let index = images.indexOfImage(at: Backtrace.Address(UInt64(address))) else { return true }
      let name = images[index].name ?? ""
      let prefixes = ["libswift", "libc.", "libdispatch", "libFoundation", "lib_", "libTesting", "libXCTest", "ld-"]
      return prefixes.contains { name.hasPrefix($0) }
    }

    /// The list of images reads the first bytes of each file that is mapped, and a lookup maps and unmaps files.
    private static let turn = Locked(())
    private static let images = turn.withLock { _ in ImageMap.capture() }

    /// The addresses of the functions that the calling code runs in.
    static func capture() -> [UInt] {
      guard let backtrace = try? Backtrace.capture(limit: 32, images: images) else { return [] }
      return backtrace.frames.compactMap { frame in
        if case .omittedFrames = frame { return nil }
        if case .truncated = frame { return nil }
        return address(frame.adjustedProgramCounter)
      }
    }

    private static let isUnderstood: Bool = {
      let addresses: [UInt] = [0x5555_1234_5678, 0x7FFF_0000_0010, 0x1000]
      return backtrace(of: addresses)?.frames.map { address($0.originalProgramCounter) } == addresses
    }()

    private static func address(_ address: Backtrace.Address) -> UInt { UInt(UInt64(address) ?? 0) }

    private static func backtrace(of addresses: [UInt]) -> Backtrace? {
      var bytes: [UInt8] = [2]
      var last: UInt = 0
      for address in addresses {
        bytes.append(0x37)
        withUnsafeBytes(of: (address &- last).bigEndian) { bytes.append(contentsOf: $0) }
        last = address
      }
      let text = Data(bytes + [0]).base64EncodedString()
      let json = Data(#"{"architecture":"\#(architecture)","backtrace":"\#(text)"}"#.utf8)
      return try? JSONDecoder().decode(Backtrace.self, from: json)
    }

    private static var architecture: String {
      #if arch(x86_64)
        "x86_64"
      #else
        "arm64"
      #endif
    }

    private static func place(of symbol: SymbolicatedBacktrace.Symbol) -> CodePlace {
      let location = symbol.sourceLocation.flatMap { $0.line > 0 ? $0 : nil }
      let line = location.map { "\($0.path.split(separator: "/").last ?? ""):\($0.line)" }
      return CodePlace(function: FunctionName.short(symbol.name), line: line, path: location?.path)
    }
  #else
    static func places(of addresses: Set<UInt>) -> [UInt: [CodePlace]] { [:] }
    static func capture() -> [UInt] { [] }
  #endif
}
