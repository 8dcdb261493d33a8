import LoadSupport
import Testing

/// Every wait in here is for what comes within some tens of milliseconds of being able to run.
@Suite struct BusyTests {
  @Test(arguments: Shape.all)
  func waits_besideTheLoad_succeed(shape: Shape) async {
    await shape.run(beside: .shared)
  }
}
