/// How far a run goes.
struct RunLimits: Equatable, Sendable {
  /// After so many steps, the order of arrival follows, which is fair to all tasks.
  var fairAfter = 2_000
  /// After so many steps, the run is endless.
  var steps = 20_000
  /// How many steps the tasks may take that are left when the body has ended.
  var leftoverSteps = 1_000
  /// Whether time may pass while jobs are ready.
  var machineMayStall = false
  /// Whether a task that the body gives for it may be canceled, once in a run.
  var cancels = false
  /// Whether time stands still once something outside has a part, so that no wait of the body times out.
  var endsOutside = false
  /// How long a run with nothing to do waits for work from outside before time passes, in nanoseconds.
  var outsideWait = 0
  /// How long a run that is stuck waits for work from outside, and for actors that other code runs, in nanoseconds.
  var grace = 800_000_000
  var actorWait = 30_000_000_000
  /// How long a run waits until other tests leave the main actor to it, in nanoseconds.
  var mainWait = 30_000_000_000
}
