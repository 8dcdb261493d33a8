/// What an exploration found. It can be encoded, and describes itself with the text that the test records.
public struct ExplorationReport: Sendable, Codable, CustomStringConvertible {
  /// How an exploration ended.
  public enum Outcome: String, Sendable, Codable {
    /// Every schedule that ran passed.
    case passed
    /// Under one schedule, the body threw an error or the framework of the test recorded a failure. Or no schedule
    /// reached a point that the options name, or gave a task to ``mayCancel(_:)`` although the options say so.
    case failed
    /// Under one schedule, no task could run, none slept, and the body had not ended. Or a step blocked its thread.
    case stuck
    /// Under one schedule, the body did not end within the limit of steps.
    case endless
    /// Something that is not under control resumed explored tasks. Or nothing was explored: the runtime gives too
    /// little control here, the arguments cannot mean anything, or the caller is in an exploration itself.
    case outside
    /// The replay code does not fit the test, the same choices led to other steps or another result, or `exhaustive`
    /// could not run every schedule.
    case diverged
  }

  /// One step of the failing schedule.
  public struct Step: Sendable, Codable, Equatable {
    /// The task or actor that runs: `body`, `A`, `Counter`.
    public var task: String
    /// What it does, in words.
    public var action: String
    /// Which of the candidates runs, counted from 0. The order of arrival always takes the first.
    public var choice: Int
    /// How many candidates there are.
    public var candidates: Int
  }

  /// A task of the failing schedule.
  public struct TaskFact: Sendable, Codable, Equatable {
    /// The name that the text uses: `body`, `A`.
    public var name: String
    /// The file and line that starts it, if they are known.
    public var startedAt: String?
    /// Where it waits, the innermost function first, if the schedule is stuck: `AsyncLock.lock() AsyncLock.swift:59`.
    public var waitsIn: [String]
  }

  /// How the exploration ended.
  public internal(set) var outcome: Outcome
  /// How many schedules ran until then, without those that shorten and repeat a failure.
  public internal(set) var schedules = 0
  /// How many different orders of steps these were: the random schedules may repeat one. It is 0 in a replay.
  public internal(set) var orders = 0
  /// Whether these were all schedules that there are, or all with the permitted deviations.
  ///
  /// The code inside a step, between two awaits, has no other order here. It is false when the body did not repeat
  /// its steps, something resumed a task from outside, or the end of a long schedule followed the order of arrival.
  public internal(set) var isExhaustive = false
  /// The code that repeats the failing schedule, for `replay`; nil if none failed.
  public internal(set) var schedule: String?
  /// The seed of the random schedules.
  public internal(set) var seed: UInt64
  /// How often the failing schedule failed when it was repeated, of three times; nil if it was not repeated.
  public internal(set) var repeated: Int?
  /// The steps of the failing schedule; empty if none failed.
  public internal(set) var steps: [Step] = []
  /// The tasks of the failing schedule whose places are known. They need debugging information, and Linux.
  public internal(set) var tasks: [TaskFact] = []
  /// In how many schedules something that is not under control resumed a task.
  public internal(set) var fromOutside = 0
  /// How much time passed for the body of the last schedule. Sleeps take no real time.
  public internal(set) var virtualTime = Duration.zero
  /// How many steps the last schedule took.
  public internal(set) var stepsOfLast = 0
  /// The text that the test records if the exploration fails, or one sentence if it passes.
  public internal(set) var description: String
}
