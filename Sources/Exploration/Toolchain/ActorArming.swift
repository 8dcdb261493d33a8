#if compiler(>=6.3) && os(Linux)
  /// Keeps an actor busy while a task that has no executor preference leaves it.
  ///
  /// The runtime lets such a task enter an idle actor without a new job, so no other order could be tried there. A job
  /// that does nothing, queued behind those of the actor, makes the next hop into the actor a job of its own.
  ///
  /// Assumption: `_swift_createJobForTestingOnly` makes a job that any executor runs, and the runtime exports
  /// `swift_defaultActor_enqueue`, which takes a job and an actor.
  /// Check: by the compiler; the symbol is looked up, and `JobProbe` has checked where the address of the actor is.
  /// If false: some orders of tasks of `Task {}` are not tried: those between two calls of the same actor.
  /// Remove when: tasks of `Task {}` can be given an executor.
  struct ActorArming: Sendable {
    typealias Enqueue = @Sendable @convention(c) (UnsafeRawPointer, UnsafeRawPointer) -> Void

    private let enqueue: Enqueue
    private let header: JobHeader

    init?(_ header: JobHeader?) {
      guard let header, let address = RuntimeSymbol.address("swift_defaultActor_enqueue") else { return nil }
      self.header = header
      enqueue = unsafeBitCast(address, to: Enqueue.self)
    }

    /// Queues a job that does nothing in the actor of a drain job that is about to run.
    func arm(_ drain: UnownedJob) {
      guard let address = header.actor(of: drain) else { return }
      let actor = Unmanaged<AnyObject>.fromOpaque(address).takeUnretainedValue()
      // The job holds the actor, which must not go before its queue is empty.
      let idle = _swift_createJobForTestingOnly { withExtendedLifetime(actor) {} }
      enqueue(unsafeBitCast(UnownedJob(idle), to: UnsafeRawPointer.self), address)
    }
  }
#else
  /// Does nothing: this toolchain cannot make a job that does nothing.
  struct ActorArming: Sendable {
    init?(_ header: JobHeader?) { return nil }
    func arm(_ drain: UnownedJob) {}
  }
#endif
