import LoadSupport
import Testing

/// Every wait here is for an event that comes within some tens of milliseconds of running time.
@Suite struct BusyTests {
  @Test(arguments: Shape.all)
  func waits_besideTheLoad_succeed(shape: Shape) async {
    await shape.run(beside: .shared)
  }
}
