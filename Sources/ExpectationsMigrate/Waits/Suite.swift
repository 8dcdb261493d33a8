/// The files of a suite, rewritten together: what one function leaves for others is known for all of them.
struct Suite: Sendable {
  let files: [SourceFile]
  let helpers: Helpers
  /// The names of functions that may create expectations for their callers.
  private var open: Set<String> = []
  /// The names of functions that such functions call, directly or not.
  private var calledByOpen: Set<String> = []
  private var opensElsewhere: String?
  private var found: [Found] = []
  private(set) var edits: [[Edit]] = []
  private(set) var left: [LeftFunction] = []
  private(set) var rewritten = 0

  init(_ files: [SourceFile]) {
    self.files = files
    helpers = Helpers(files)
    // A function that is left may be one that others rely on, so they are looked at again.
    repeat { rewriteAll() } while addOpenFunctions()
  }

  /// Why a wait of a function may be for more than the expectations of that function; nil if it is not.
  func otherCreator(for function: Function, in file: SourceFile) -> String? {
    if let opensElsewhere { return opensElsewhere }
    if calledByOpen.contains(function.name) {
      return "a function that keeps XCTest's expectations calls this one, which waits for them"
    }
    return function.body.first { open.contains(file[$0]) && Call.isCall($0, in: file) }
      .map { "`\(file[$0])()` may create expectations that this function waits for" }
  }

  private mutating func rewriteAll() {
    (edits, left, rewritten, found) = ([], [], 0, [])
    for file in files {
      let changes = file.isBroken ? [] : rewrite(file)
      if file.isBroken, file.isAboutWaits {
        left.append(LeftFunction(path: file.path, reason: Reason(line: 1, text: "its braces do not fit together")))
      }
      edits.append(changes)
    }
  }

  /// The changes of a file. In one that does not import XCTest, nothing changes, but functions may create expectations.
  private mutating func rewrite(_ file: SourceFile) -> [Edit] {
    let functions = Function.all(in: file)
    var changes: [Edit] = []
    for function in functions {
      var rewriter = FunctionRewriter(function, in: file, of: self)
      var reason: Reason?
      do throws(Reason) {
        let its = try rewriter.rewrite()
        changes += its
        rewritten += its.isEmpty || !file.isAboutWaits ? 0 : 1
      } catch {
        reason = error
      }
      let role = helpers.role(of: function, in: file)
      found.append(Found(function: function, file: file, isOpen: reason != nil && rewriter.hasCreations && role == nil))
      guard let reason, file.isAboutWaits else { continue }
      let known = role.map { Reason(line: file.line(function.nameToken), text: $0) }
      left.append(LeftFunction(path: file.path, name: function.name, reason: known ?? reason))
    }
    let former = FormerForms.edits(in: file)
    rewritten += functions.count { function in former.contains { function.body.contains($0.name) } }
    changes += former.map(\.edit).filter { edit in !changes.contains { $0.range.overlaps(edit.range) } }
    guard file.isAboutWaits else { return former.map(\.edit) }
    left += leftOutside(of: functions, in: file)
    if !changes.isEmpty, let imports = ImportLine.edit(in: file) { changes.append(imports) }
    return changes
  }

  /// Properties, and extensions of XCTest's types.
  private func leftOutside(of functions: [Function], in file: SourceFile) -> [LeftFunction] {
    var index = 0
    var left: [LeftFunction] = []
    for function in functions + [nil] as [Function?] {
      let end = function?.signature.lowerBound ?? file.tokens.count
      for place in index..<max(index, end) where XCTestNames.types.contains(file[place]) {
        left.append(
          LeftFunction(
            path: file.path, reason: Reason(line: file.line(place), text: "`\(file[place])` outside of a function")))
      }
      index = function?.body.upperBound ?? index
    }
    return left
  }

  /// Whether functions were found that may create expectations for others.
  private mutating func addOpenFunctions() -> Bool {
    let before = (open, calledByOpen, opensElsewhere)
    for one in found {
      let called = Set(one.function.body.filter { Call.isCall($0, in: one.file) }.map { one.file[$0] })
      if one.isOpen || !open.isDisjoint(with: called) { open.insert(one.function.name) }
      if one.isOpen || calledByOpen.contains(one.function.name) { calledByOpen.formUnion(called) }
    }
    for file in files {
      let functions = found.filter { $0.file.path == file.path }.map(\.function)
      let isOutside = file.tokens.indices.contains { index in
        XCTestNames.isCreation(index, in: file) && !functions.contains { $0.body.contains(index) }
      }
      guard isOutside else { continue }
      opensElsewhere =
        file.isBroken
        ? "a file that cannot be read may create expectations that this function waits for"
        : "code outside of functions creates expectations that this function may wait for"
    }
    for name in ["setUp", "setUpWithError", "invokeTest", "init"] where open.contains(name) {
      opensElsewhere = "`\(name)()` may create expectations that this function waits for"
    }
    return (open, calledByOpen, opensElsewhere) != before
  }

  /// A function, and whether it may create expectations for others.
  private struct Found {
    var function: Function
    var file: SourceFile
    var isOpen: Bool
  }
}

extension Call {
  /// Whether a token is the name of a function that is called, of whatever object.
  static func isCall(_ index: Int, in file: SourceFile) -> Bool {
    file.tokens[index].kind == .word && ["(", "{"].contains(file[index + 1]) && file[index - 1] != "func"
  }
}

extension SourceFile {
  /// Whether it imports XCTest, or the library with its names.
  var isAboutWaits: Bool {
    tokens.indices.contains {
      self[$0] == "import" && ["XCTest", "XCTestCompatibility"].contains(self[$0 + 1])
    }
  }
}

/// The line that imports this library.
enum ImportLine {
  /// The change that adds it, among the imports in their order; nil if it is there.
  static func edit(in file: SourceFile) -> Edit? {
    // With attributes and access levels before it.
    let all = file.tokens.indices.filter { index in
      file[index] == "import"
        && (index == 0 || file.line(index - 1) < file.line(index)
          || file[index - 2] == "@"
          || ["public", "internal", "private", "fileprivate", "package"].contains(file[index - 1]))
    }
    // Those of a condition only if the whole file depends on it.
    let outer = all.filter { file.blockOf[$0] == 0 }
    let imports = outer.isEmpty ? all.filter { file.blockOf[$0] == file.blockOf[all[0]] } : outer
    guard !imports.contains(where: { file[$0 + 1] == "Expectations" }), let last = imports.last else { return nil }
    // An attribute may stand on a line of its own.
    let plain = imports.filter { file.line($0 - 1) < file.line($0) && file[$0 - 2] != "@" }
    if let next = plain.first(where: { file[$0 + 1] > "Expectations" }) {
      let start = file.tokens[next].range.lowerBound
      return Edit(range: start..<start, text: "import Expectations\n")
    }
    var end = last
    while end + 1 < file.tokens.count, file.line(end + 1) == file.line(last) { end += 1 }
    let position = file.tokens[end].range.upperBound
    return Edit(range: position..<position, text: "\nimport Expectations")
  }
}
