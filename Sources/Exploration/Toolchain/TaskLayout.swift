/// Finds out whether a task has ended, and where it is suspended, by reading its memory.
///
/// Assumption: a task has, after the word at offset 48, the function that resumes it, at offset 56, and its context, at
/// offset 64. A context begins with the context of its caller and the function that resumes the caller. One bit of the
/// words behind tells whether the task has ended.
/// Check: by `TaskLayout.calibrate`, which finds the bit with two tasks of its own.
/// If false: a stuck task shows no line.
/// Remove when: the runtime tells where a task is suspended.
struct TaskLayout: Equatable, Sendable {
  private static let resumeOffset: UInt = 56
  private static let statusWords = 10..<24

  /// The word, counted from the start of the task, and the bit that is set when the task has ended.
  let word: Int
  let bit: UInt

  /// What a task is known by, so that other memory at its address is not taken for it.
  struct Identity: Equatable, Sendable {
    let address: UInt
    let metadata: UInt
    let number: UInt64
  }

  static func identity(of job: UnownedJob, number: UInt64) -> Identity {
    let address = unsafeBitCast(job, to: UInt.self)
    return Identity(address: address, metadata: SafeMemory.words(at: address, count: 1)?[0] ?? 0, number: number)
  }

  /// Returns the functions that resume a suspended task, the innermost first; nil if it has ended or is gone.
  func stack(of task: Identity) -> [UInt]? {
    guard let words = SafeMemory.words(at: task.address, count: Self.statusWords.upperBound),
      words[0] == task.metadata, UInt64(words[4] >> 32) == task.number & 0xFFFF_FFFF, words[word] & bit == 0
    else { return nil }
    let first = Int(Self.resumeOffset) / MemoryLayout<UInt>.size
    var stack = [words[first]]
    var context = words[first + 1]
    while stack.count < 32, let frame = SafeMemory.words(at: context, count: 2), frame[1] != 0 {
      stack.append(frame[1])
      context = frame[0]
    }
    return stack
  }

  // MARK: Calibration

  /// The words of a task in which its status is.
  static func statusWords(of job: UnownedJob) -> [UInt]? {
    SafeMemory.words(at: unsafeBitCast(job, to: UInt.self), count: statusWords.upperBound)
  }

  /// Finds the bit that is clear before a task begins and while it is suspended, and set when it has ended.
  ///
  /// Each element holds the words of one task at these three times.
  static func calibrate(_ tasks: [[[UInt]]]) -> TaskLayout? {
    guard tasks.allSatisfy({ $0.count == 3 }), !tasks.isEmpty else { return nil }
    for word in statusWords {
      let bits = tasks.reduce(UInt.max) { bits, times in
        bits & ~times[0][word] & ~times[1][word] & times[2][word]
      }
      // Several bits are an address, not a status.
      if bits.nonzeroBitCount == 1 { return TaskLayout(word: word, bit: bits) }
    }
    return nil
  }
}
