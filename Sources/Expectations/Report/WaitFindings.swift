/// What was found of why a wait did not get what it was for.
struct WaitFindings: Sendable {
  var probes: [WaitReport.Probe] = []
  var blockedPoolThreads: Int = 0
  var threads: [WaitReport.ThreadGroup] = []
  var stalls: [Stall] = []
}
