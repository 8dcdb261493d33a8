/// The handle by which a wait holds an expectation. It is opaque: get it from an ``Expectation``.
public struct WaitTarget: Sendable {
  let core: ExpectationCore
}
