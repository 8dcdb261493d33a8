/// The expectations of a wait that nothing holds but the test and the wait itself: no closure, task or other object can
/// fulfill them. They are known by their positions, the first eight of a wait. Only a wait that is a method of the
/// expectation tells it: another one may get the expectation from an object that holds it, and closures may hold that.
struct Unheld: Sendable {
  private var positions: UInt8 = 0

  static let none = Unheld()

  private init() {}

  func contains(_ position: Int) -> Bool { position < Self.limit && positions >> position & 1 == 1 }

  private static let limit = 8

  /// Looks at the references to the expectations of a wait, and keeps nothing. In an optimized build, nothing is known,
  /// because a property may pass an expectation like a constant. Another compiler may do that in a debug build, too.
  ///
  /// Assumption: in a debug build on Linux, a local constant is the only place from which a call passes an expectation
  /// without a reference of its own: properties, globals, elements, variables and captures add one. So if there is one
  /// reference less, none of them exists beside the constant.
  /// Check: `UnheldTests`, with each of these places. How many references that are tells an expectation of the library
  /// itself, which nothing else holds.
  /// If false: a text says that nothing holds an expectation that something still holds, or never says it.
  /// Remove when: the runtime tells who holds an object.
  init(of request: WaitRequest) {
    #if DEBUG && os(Linux) && compiler(>=6.3) && compiler(<6.4)
      guard Self.isUnoptimized, request.isMethodOfExpectation, request.expectations.count <= Self.limit,
        let known = Self.references(like: request)
      else { return }
      for position in request.expectations.indices
      where request.expectations[position].observation == nil && References(request, position) == known {
        positions |= 1 << position
      }
    #endif
  }
}

#if DEBUG && os(Linux) && compiler(>=6.3) && compiler(<6.4)
  extension Unheld {
    /// `swift build -Xswiftc -O` optimizes a debug build.
    private static let isUnoptimized = _isDebugAssertConfiguration()

    /// The references to an expectation of this type that only a constant and the wait hold.
    private static func references(like request: WaitRequest) -> References? {
      guard let type = request.expectations.first.map({ type(of: $0) }) else { return nil }
      var references = References(WaitRequest(TinyArray(type.makeUnheld()), timeout: .zero, site: request.site), 0)
      references.strong += 1
      return references
    }

    /// The numbers of references of each kind. A weak or an unowned one can fulfill the expectation, too.
    fileprivate struct References: Equatable {
      fileprivate(set) var strong: UInt
      private let unowned, weak: UInt

      // Not inlined, so that both callers count alike.
      @inline(never)
      init(_ request: WaitRequest, _ position: Int) {
        let expectation = request.expectations[position]
        strong = _getRetainCount(expectation)
        unowned = _getUnownedRetainCount(expectation)
        weak = _getWeakRetainCount(expectation)
      }
    }
  }
#endif
