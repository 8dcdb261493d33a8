/// Reads what kind of job a job is, and the actor that a drain job drains.
///
/// Assumption: an `UnownedJob` is the address of a job, which has its kind in the byte at offset 32, and the drain job
/// of a default actor has the address of its actor at offset 64, behind the header.
/// Check: by `JobProbe`, with a task and an actor of its own.
/// If false: actors are not armed, texts do not name actors, and yields are two steps.
/// Remove when: the standard library tells what a job does.
struct JobHeader: Equatable, Sendable {
  static let kindOffset = 32
  static let actorOffset = 64

  /// The kind of a job that resumes a task.
  let task: UInt8
  /// The kind of a job that runs what is queued in an actor.
  let drain: UInt8

  func kind(of job: UnownedJob) -> JobKind {
    switch Self.rawKind(of: job) {
    case task: .task
    case drain: .drain
    default: .other
    }
  }

  /// The actor that a drain job drains.
  func actor(of drain: UnownedJob) -> UnsafeRawPointer? {
    unsafeBitCast(drain, to: UnsafeRawPointer.self).load(fromByteOffset: Self.actorOffset, as: UnsafeRawPointer?.self)
  }

  static func rawKind(of job: UnownedJob) -> UInt8 {
    unsafeBitCast(job, to: UnsafeRawPointer.self).load(fromByteOffset: kindOffset, as: UInt8.self)
  }
}

enum JobKind: Equatable, Sendable {
  /// Resumes a task.
  case task
  /// Runs the jobs that are queued in an actor.
  case drain
  /// Does something else: the resumption of a yield, for example.
  case other
  /// Cannot be told.
  case unknown
}

extension JobHeader {
  /// The type of the actor that a drain job drains, without its module and its generic arguments: `Counter`.
  func actorName(of drain: UnownedJob) -> String? {
    guard let actor = actor(of: drain) else { return nil }
    let name = "\(type(of: Unmanaged<AnyObject>.fromOpaque(actor).takeUnretainedValue()))"
    return name.split(separator: "<").first.map(String.init)
  }
}
