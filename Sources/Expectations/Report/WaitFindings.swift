/// What the library found out about why a wait failed.
struct WaitFindings: Sendable {
  var probes: [WaitReport.Probe] = []
  var blockedPoolThreads: Int = 0
  var stalls: [Stall] = []
  var inspected: InspectedWait?
}
