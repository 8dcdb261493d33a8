import Testing

/// Something of a test that lasts until it is released: a manual clock, a recorder, an observer, a handler.
protocol LivingObject: AnyObject, Sendable {
  /// The test that it belongs to.
  var host: any TestHost { get }
  /// What the text of a wait that has timed out says about it; nil for nothing.
  var remark: String? { get }
  /// What goes on, for a failure text; nil if nothing does.
  var ongoing: String? { get }
  /// How it keeps an object, for a failure text; nil if nothing shows that it does.
  func keeping(_ object: AnyObject) -> String?
  /// The problem if it still lives when the run ends; nil for none.
  func problemAtEnd() -> Problem?
}

extension LivingObject {
  var remark: String? { nil }
  func keeping(_ object: AnyObject) -> String? { nil }
  func problemAtEnd() -> Problem? { nil }
}

/// The list of what lives. An object adds itself when it is created, and removes itself in its `deinit`.
package enum Living {
  private struct Entry {
    weak var object: (any LivingObject)?
    let number: Int
    let host: ObjectIdentifier
    /// The host of the test with the object in a property of its test case, if no test created it.
    var owner: (any TestHost)?
    /// The scope whose code made the object.
    let scope: Int?
  }

  private static let entries = Locked<(all: [ObjectIdentifier: Entry], last: Int)>(([:], 0))

  static func add(_ object: any LivingObject) {
    let (scope, host) = (ScopeMark.current?.number, ObjectIdentifier(object.host))
    entries.withLock {
      $0.last += 1
      $0.all[ObjectIdentifier(object)] = Entry(object: object, number: $0.last, host: host, scope: scope)
    }
  }

  static func remove(_ object: any LivingObject) {
    let key = ObjectIdentifier(object)
    _ = entries.withLock { $0.all.removeValue(forKey: key) }
  }

  /// The objects that meet a condition, in the order of their creation.
  // It retains no other object: the calling code would perhaps release the last reference, in a step of an exploration.
  private static func objects(where isWanted: (Entry) -> Bool) -> [any LivingObject] {
    let all = entries.withLock { entries in
      entries.all.values.filter(isWanted).compactMap { entry in entry.object.map { (entry.number, $0) } }
    }
    return all.sorted { $0.0 < $1.0 }.map(\.1)
  }

  /// What the objects of a test say in the text of a wait that has timed out.
  static func remarks(of host: any TestHost) -> [String] {
    let host = ObjectIdentifier(host)
    return objects { $0.host == host }.compactMap(\.remark)
  }

  package static func remarks(of test: CallersTest) -> [String] { remarks(of: test.host) }

  /// Whether there are objects that no test created.
  static var hasAnyOfNoTest: Bool { objects { $0.owner == nil }.contains { $0.host.isOfNoTest } }

  /// Notes that a property of a test case, whose test has this host, holds the object.
  static func note(_ owner: any TestHost, of object: any LivingObject) {
    entries.withLock { $0.all[ObjectIdentifier(object)]?.owner = owner }
  }

  /// The problems of objects that live when the run ends, as far as no other code judges them.
  static func problemsAtEnd() -> [Problem] {
    objects { _ in true }.compactMap { object in
      let host = entries.withLock { $0.all[ObjectIdentifier(object)]?.owner } ?? object.host
      guard !host.onlyCollects, !host.hasStopped else { return nil }
      return object.problemAtEnd()?.noted(afterTest: host.nameAtEnd)
    }
  }

  /// What objects still do that the code of a scope made, a line each.
  package static func ongoing(in scope: Int) -> [String] {
    Set(objects { $0.scope == scope }.compactMap(\.ongoing)).sorted()
  }

  /// Which objects keep another one, a line each.
  package static func lines(keeping object: AnyObject) -> [String] {
    Set(objects { _ in true }.compactMap { $0.keeping(object) }).sorted()
  }
}

extension LivingObject {
  /// Whether a value is an object, or has it in its elements, associated values, or properties of its structures.
  /// The objects that properties of other objects refer to do not count.
  func isFound(_ object: AnyObject, in value: Any, depth: Int = 4) -> Bool {
    guard !(type(of: value) is AnyObject.Type) else { return value as AnyObject === object }
    guard depth > 0 else { return false }
    return Mirror(reflecting: value).children.contains { isFound(object, in: $0.value, depth: depth - 1) }
  }
}

/// Finds, at the end of the run, the expectations that no test has waited for, or that were fulfilled too often, the
/// waits that no test awaits, and the recorders with events that no test has consumed.
///
/// The release of an expectation or a recorder reports such a problem. But the work, a handler, a property or a global
/// may keep it until the process ends. Until then, another test may still use it.
enum WhatRemains {
  /// What remains, with everything that its failure needs.
  private struct Remainder {
    var problem: Problem
    var host: any TestHost
    var wait: WaitReference?
    var isExtra = false

    var place: (String, UInt) { (problem.site.fileID.description, problem.site.line) }
  }

  static let isCheckedAtEnd: Void = ProcessEnd.add(.checks) { checkRun() }

  /// The test of each expectation in a property of its test case that no test created: XCTest creates all test cases
  /// before the first test.
  private static let ownersOfProperties = Locked<[Origin: any TestHost]>([:])

  /// Finds the expectations and recorders in the properties of a test case whose test has ended.
  static func noteProperties(of testCase: AnyObject, for host: any TestHost) {
    guard hasExpectationsOfNoTest || Living.hasAnyOfNoTest else { return }
    var mirror: Mirror? = Mirror(reflecting: testCase)
    while let properties = mirror {
      noteValues(of: properties, for: host)
      mirror = properties.superclassMirror
    }
  }

  /// Looks also into lists, but not far into long ones. It reads no properties of other values: that ends the process
  /// where one is an unowned reference whose object is gone.
  private static func noteValues(of mirror: Mirror, for host: any TestHost, depth: Int = 2) {
    for (_, value) in mirror.children.prefix(100) {
      if let object = value as? any LivingObject, object.host.isOfNoTest { Living.note(host, of: object) }
      if let origin = (value as? any Waitable)?.waitTarget.expectation.origin {
        if origin.isOfNoTest { ownersOfProperties.withLock { $0[origin] = host } }
      } else if depth > 0, !(type(of: value) is AnyObject.Type) {
        let parts = Mirror(reflecting: value)
        if parts.displayStyle != .struct { noteValues(of: parts, for: host, depth: depth - 1) }
      }
    }
  }

  /// Whether expectations exist that no test created: properties of test cases, for example.
  private static var hasExpectationsOfNoTest: Bool {
    Engine.withLock { state in
      state.machine.expectations.keys.contains { state.machine.expectations[$0].origin?.isOfNoTest ?? false }
    }
  }

  #if canImport(Darwin) || EXPECTATIONS_APPLE_XCTEST
    /// Returns the problems of expectations of a test, or in properties of its test case, that nothing has reported.
    /// Apple's XCTest records what comes before the end of the run.
    static func takeProblems(of host: any TestHost) -> [Problem] {
      let owners = ownersOfProperties.withLock { $0 }
      return Engine.withLock { state in
        var problems: [Problem?] = []
        for key in state.machine.expectations.keys {
          guard let origin = state.machine.expectations[key].origin, origin.role == .ofTest,
            (owners[origin] ?? origin.host) === host
          else { continue }
          problems.append(state.machine.expectations[key].takeStrayExtra())
          problems.append(state.machine.expectations[key].takeMissingWait())
        }
        return problems.compactMap { $0 }
      }
    }
  #endif

  /// Adds, at the end of the run, what remains to the problems that fail it.
  private static func checkRun() {
    guard TestHosts.haveTests, !isExitTest else { return }
    var seen: Set<WaitReference> = []
    let owners = ownersOfProperties.withLock { $0 }
    let remainders = Engine.withLock { takeRemainders(in: &$0, owners) }.sorted { $0.place < $1.place }
    // An extra fulfillment came before the test was stopped.
    for remainder in remainders where remainder.isExtra || !remainder.host.hasStopped {
      if let wait = remainder.wait, !seen.insert(wait).inserted { continue }
      PendingProblems.add(remainder.problem.noted(afterTest: remainder.host.nameAtEnd))
    }
    for problem in Living.problemsAtEnd() { PendingProblems.add(problem) }
  }

  /// Whether the process runs the body of an exit test, which decides how it ends.
  private static var isExitTest: Bool {
    #if os(macOS) || os(Linux) || os(FreeBSD) || os(OpenBSD) || os(Windows)
      ExitTest.current != nil
    #else
      false
    #endif
  }

  /// Returns what remains, and notes that it is reported.
  private static func takeRemainders(in state: inout EngineState, _ owners: [Origin: any TestHost]) -> [Remainder] {
    var remainders: [Remainder] = []
    for key in state.machine.expectations.keys {
      let expectation = state.machine.expectations[key]
      guard let origin = expectation.origin, !origin.host.onlyCollects else { continue }
      if origin.role == .ofCondition {
        remainders.append(Remainder(problem: .stillRunning(origin.title, at: origin.createdAt), host: origin.host))
      } else if origin.role == .ofTest {
        let host = owners[origin] ?? origin.host
        if let problem = state.machine.expectations[key].takeStrayExtra() {
          remainders.append(Remainder(problem: problem, host: host, isExtra: true))
        }
        if let problem = state.machine.expectations[key].takeMissingWait() {
          remainders.append(Remainder(problem: problem, host: host))
        }
      }
      for membership in expectation.memberships {
        let wait = state.machine.waits[membership.wait]
        // Of a wait that has just failed, the failure would be lost.
        let hasFailed = wait.verdict.map { !$0.isSuccess && $0.kind != .cancelled } ?? true
        guard wait.terms.judges, hasFailed, let site = wait.wait.object?.site else { continue }
        let problem = Problem.stillRunning(origin.title, more: wait.members.count - 1, at: site)
        remainders.append(Remainder(problem: problem, host: origin.host, wait: wait.wait))
      }
    }
    return remainders
  }
}

extension Origin {
  fileprivate var isOfNoTest: Bool { role == .ofTest && host.isOfNoTest }
}

/// What hosts ask when a test or the run ends.
extension TestHosts {
  /// Notes the end of a test of XCTest.
  static func noteEnd(of testCase: AnyObject, in host: any TestHost) {
    WhatRemains.noteProperties(of: testCase, for: host)
    #if canImport(Darwin) || EXPECTATIONS_APPLE_XCTEST
      for problem in WhatRemains.takeProblems(of: host) where !host.hasStopped { host.record(problem) }
    #endif
  }

  static func judgeWhatRemainsAtEnd() { _ = WhatRemains.isCheckedAtEnd }
}
